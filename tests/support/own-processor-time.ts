/**
 * The processor time that this thread has used, in milliseconds: unlike the clock's, it does not pass while the machine is
 * busy with something else. For tests that what a stranger may send is read in linear time.
 */
export function ownProcessorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
