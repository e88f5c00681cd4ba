import { expect, it } from 'vitest';
import { deskAt, orderOf, said } from '#tests/support/letter-words.ts';
import { noon } from '#tests/support/small-shop.ts';
import { whoSells } from './who-sells.ts';

const told = (termsVersion: string | null) =>
  said({ parts: whoSells(orderOf(['fod'], {}, { termsVersion }), deskAt(noon)) }).join('\n');

it('The confirmation says itself who sells, where faults go, and who settles disputes', () => {
  const { facts } = deskAt(noon);
  const { company, email, bodies } = facts;
  for (const fact of [
    ...[
      company.name,
      company.registrationNumber,
      company.phone,
      company.address.street,
      company.address.city,
    ],
    ...[email.support, bodies.disputes.name, bodies.disputes.address, bodies.disputes.url],
  ])
    expect(told(null)).toContain(fact);
  expect(told(null)).toContain('within three years');
});

it('It names the version of the terms that hold for the order, if one is known', () => {
  expect(told('2026-11-22')).toContain(
    'The terms of sale that hold for this order are those of 22 November 2026: https://shop.example.org/terms.',
  );
  expect(told(null)).toContain('The terms of sale: https://shop.example.org/terms.');
});
