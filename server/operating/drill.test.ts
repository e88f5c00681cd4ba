import { afterEach, beforeEach, expect, it } from 'vitest';
import { at, later, type OperatorsDesk, openDesk } from '#tests/support/operators-desk.ts';
import { lastDrill, noteDrill, tryRestored } from './drill.ts';

/** The shop's own database, and a backup of it that was restored elsewhere. */
let desk: OperatorsDesk;
let copy: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
  copy = openDesk();
});
afterEach(() => Promise.all([desk.ledger.close(), copy.ledger.close()]));

const sold = async (...shops: OperatorsDesk[]) => {
  for (const shop of shops) await shop.sell(1);
};

it('A copy is tried by writing into it, and compared with what the shop had recorded by then', async () => {
  await sold(desk, copy);
  // Sold after the backup was made.
  desk.turnTo(later);
  await desk.sell(2);
  expect(await tryRestored(copy.needs, desk.ledger)).toMatchObject({
    ...{ faults: [], purchases: 1, purchasesExpected: 1, newestPurchase: at },
  });
  expect(await copy.recorded()).toEqual([['drill', null, 'this copy was restored to try it', {}]]);
  expect(await desk.recorded()).toEqual([]);
});

it('A copy that lacks purchases is not whole', async () => {
  await desk.sell(1);
  await desk.sell(2);
  await copy.sell(1);
  const fault = "it has 1 purchases, and the shop's database recorded 2 up to its newest one";
  expect(await tryRestored(copy.needs, desk.ledger)).toMatchObject({ faults: [fault], purchasesExpected: 2 });
});

it('One that has more than a shop that was restored since, or nothing yet, is no fault of the backup', async () => {
  expect(await tryRestored(copy.needs, desk.ledger)).toMatchObject({ faults: [], purchasesExpected: 0 });
  await copy.sell(1);
  expect(await tryRestored(copy.needs, desk.ledger)).toMatchObject({ faults: [], purchasesExpected: 0 });
});

it('Without a database to compare with nothing is expected', async () => {
  await copy.sell(1);
  expect(await tryRestored(copy.needs, null)).toMatchObject({ faults: [], purchasesExpected: null });
});

it('What the file itself has wrong is told before what it lacks', async () => {
  await sold(desk, copy);
  await desk.sell(2);
  const torn = { ...(await copy.ledger.inspect()), faults: ['page 3 is torn'] };
  const ledger = { ...copy.ledger, inspect: async () => torn };
  const { faults } = await tryRestored({ ...copy.needs, ledger }, desk.ledger);
  expect(faults).toEqual(['page 3 is torn', expect.stringContaining('it has 1 purchases')]);
  expect(torn.faults).toEqual(['page 3 is torn']);
});

it('The newest drill is on record with its backup, and whether that was whole', async () => {
  const read = () => desk.ledger.read(lastDrill);
  expect(await read()).toBeNull();
  const report = { ...(await copy.ledger.inspect()), purchasesExpected: null };
  await noteDrill(desk.needs, 'first.sqlite', { ...report, faults: ['torn'] });
  expect(await read()).toEqual({ at, backup: 'first.sqlite', whole: false });
  desk.turnTo(later);
  await noteDrill(desk.needs, 'second.sqlite', report);
  expect(await read()).toEqual({ at: later, backup: 'second.sqlite', whole: true });
  expect((await desk.recorded()).at(-1)).toEqual([
    ...['drill', 'second.sqlite', null, { whole: true, purchases: 0, bytes: report.bytes }],
  ]);
});
