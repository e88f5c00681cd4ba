import { expect, it } from 'vitest';
import { late } from './late.ts';

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

it('A failed attempt is told, and the next one asks again', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve('You listen.')];
  const text = late(() => answers.shift() as Promise<string>);
  await expect(text()).rejects.toThrow('offline');
  expect(await text()).toBe('You listen.');
});
