import { expect, it } from 'vitest';
import { importLimits } from './operator-limits.ts';

it('A file of the largest size fits into its request, in base64 and with its name', () => {
  const content = Math.ceil(importLimits.file / 3) * 4;
  expect(content + 6 * importLimits.name + 1000).toBeLessThan(importLimits.body);
});
