import { describe, expect, it } from 'vitest';
import { backerHeadings, nameColumns, purchaseHeadings, readColumns } from './column-names.ts';

const chosen = (...definitions: string[]) => readColumns(definitions, backerHeadings);

describe("The headings of a file become the shop's names", () => {
  it.each([
    [backerHeadings, 'backer email, pledge level, pledged status', 'email, reward, state'],
    [backerHeadings, 'e-mail, reward title, pledge status', 'email, reward, state'],
    [purchaseHeadings, 'billing email, sku, date', 'email, product, date'],
    [purchaseHeadings, 'e-mail address, quantity', 'e-mail address, quantity'],
  ])('%#: %s', (known, headings, named) => {
    expect(nameColumns(headings.split(', '), known, new Map()).join(', ')).toBe(named);
  });

  it('by the plainest heading, where several would do', () => {
    expect(nameColumns(['backer email', 'email'], backerHeadings, new Map())).toEqual([
      'backer email',
      'email',
    ]);
    expect(nameColumns(['sku', 'product'], purchaseHeadings, new Map())).toEqual(['sku', 'product']);
  });

  it("by the operator's choice, which a column that has the shop's own name gives way to", () => {
    expect(nameColumns(['email', 'contact'], backerHeadings, chosen('email=Contact'))).toEqual([
      '(email)',
      'email',
    ]);
  });

  it('and a chosen heading must be there', () => {
    expect(() => nameColumns(['email', 'reward'], backerHeadings, chosen('reward=Tier'))).toThrow(
      'There is no column "tier"; the first line names email, reward.',
    );
  });
});

it.each(['email', '=Contact', ' = Contact', 'email= ', 'e=Contact', 'toast=Contact'])(
  '%j is no choice of a heading',
  (definition) => {
    expect(() => chosen(definition)).toThrow(
      `Write a column as NAME=HEADING, with a name out of email, reward, state, not "${definition}".`,
    );
  },
);
