import { expect, it } from 'vitest';
import { productById } from './catalogue.ts';
import { opensOn, releasesOn } from './release-days.ts';

const product = (id: string) => {
  const found = productById(id);
  if (!found) throw new Error(`There is no product ${id}`);
  return found;
};
const tide = product('coc_aatt');

it('A product opens on the day its adventure comes out, and from that day on nothing is announced', () => {
  expect(opensOn(tide, '2025-07-31')).toBe('2025-08-01');
  expect(opensOn(tide, '2025-08-01')).toBeNull();
  expect(opensOn(tide, '2026-11-22')).toBeNull();
});

it('A bundle opens with the last of its adventures; expansions have no day of their own', () => {
  expect(opensOn(product('bundle-pre-order'), '2024-12-24')).toBe('2025-03-28');
  expect(opensOn(product('fod-expansions'), '2020-01-01')).toBeNull();
});

it('An adventure comes out at the beginning of its day where the shop is, and what has no day is out', () => {
  expect(releasesOn('coc_aatt', new Date('2025-07-01T12:00:00Z'))).toBe('2025-08-01');
  expect(releasesOn('coc_aatt', new Date('2025-07-31T21:59:59.999Z'))).toBe('2025-08-01');
  expect(releasesOn('coc_aatt', new Date('2025-07-31T22:00:00Z'))).toBeNull();
  expect(releasesOn('coc_aatt', new Date('2025-08-01T00:00:00Z'))).toBeNull();
  expect(releasesOn('coc_aatt', new Date('2026-01-01T00:00:00Z'))).toBeNull();
  expect(releasesOn('fod-expansions', new Date('2020-01-01T00:00:00Z'))).toBeNull();
});
