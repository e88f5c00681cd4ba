/**
 * For an `import()`: over a connection that stalls it neither arrives nor fails, so whoever waits for it would wait for ever.
 * @returns the same, but rejected after 20 seconds, without a reason
 */
export const inTime = <Value>(loading: Promise<Value>): Promise<Value> =>
  Promise.race([loading, new Promise<never>((_, late) => setTimeout(late, 20_000))]);
