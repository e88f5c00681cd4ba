/** Tells client/start.ts that React answers for the first screen, or has put something else in its place. */
export function tookOver(): void {
  document.dispatchEvent(new Event('taken-over'));
}
