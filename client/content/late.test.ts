import { afterEach, expect, it, vi } from 'vitest';
import { late } from './late.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('A text is fetched once, and its promise is the same every time', async () => {
  let fetched = 0;
  const text = late(async () => {
    fetched += 1;
    return 'You listen.';
  });
  expect(fetched).toBe(0);
  expect(text()).toBe(text());
  expect(await text()).toBe('You listen.');
  expect(fetched).toBe(1);
});

it('A failed attempt is told to the page and never ends, and the next one asks again', async () => {
  const page = new EventTarget();
  vi.stubGlobal('dispatchEvent', (event: Event) => page.dispatchEvent(event));
  const told = new Promise((lost) => page.addEventListener('lost', lost));
  const answers = [Promise.reject(new Error('offline')), Promise.resolve('You listen.')];
  const text = late(() => answers.shift() as Promise<string>);
  const failed = text();
  await told;
  expect(await text()).toBe('You listen.');
  expect(await Promise.race([failed, Promise.resolve('pending')])).toBe('pending');
});

it('What does not come in time is told to the page like what failed', async () => {
  vi.useFakeTimers();
  const tell = vi.fn();
  vi.stubGlobal('dispatchEvent', tell);
  const text = late(() => new Promise<string>(() => {}));
  void text();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(tell).toHaveBeenCalledOnce();
});
