/** By how much the server's clock was ahead of this device's at its latest answer, in milliseconds. */
let aheadMs = 0;

/** Notes the time of the server's answer. @param serverTime milliseconds since 1970 UTC */
export function noteServerTime(serverTime: number): void {
  aheadMs = serverTime - Date.now();
}

/**
 * Now by the server's clock; by this device's until the server has answered. What is promised for a day is promised by the
 * server, and the clocks of devices are off, some by days.
 */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);
