/**
 * The processor time that this thread has used, in milliseconds: unlike a clock it stands still while the machine is
 * busy with something else. For tests that input from strangers is parsed in linear time.
 */
export function ownProcessorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
