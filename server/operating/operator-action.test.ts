import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasEvent } from '#server/buying/webhook-events.ts';
import { anna } from '#tests/support/accounts.ts';
import { at, later, type OperatorsDesk, openDesk } from '#tests/support/operators-desk.ts';
import { withdrawalOf } from '#tests/support/small-shop.ts';
import { selectCode, setCodesRevoked } from './codes.ts';
import { giveGrant, revokeGrant } from './customer-grants.ts';
import { carryOut, listActions, lookUp, noteAction, subjectOf } from './operator-action.ts';
import { closeAttention } from './operator-orders.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());
const bare = { actor: 'operator:kim', at, subject: null, reason: null, details: {} };

describe('The record of what operators do', () => {
  it('says who did what, when, about what and why, the newest first', async () => {
    await noteAction(desk.needs, 'first', {});
    desk.turnTo(later);
    const about = { subject: 'cs_1', reason: 'typo', details: { count: 3 } };
    await noteAction({ ...desk.needs, actor: 'operator:lo' }, 'second', about);
    expect(await listActions(desk.needs, 9)).toEqual([
      { ...about, actor: 'operator:lo', action: 'second', at: later },
      { ...bare, action: 'first' },
    ]);
  });

  it('has no whole address in a subject or a reason, whichever action it is of', async () => {
    const about = { subject: 'campaign kim@example.com', reason: 'asked by anna@example.com' };
    await noteAction(desk.needs, 'codes.list', about);
    await carryOut(desk.needs, 'codes.create', {}, [], function* (entry) {
      entry.subject = about.subject;
      return yield* hasEvent('evt_1');
    });
    const masked = 'campaign k•••@example.com';
    expect(await desk.recorded()).toEqual([
      ['codes.list', masked, 'asked by a•••@example.com', {}],
      ['codes.create', masked, null, {}],
    ]);
  });

  it('has what came of it beside what it was about, in the transaction of what was done', async () => {
    const details = { asked: 1, changed: 0 };
    const cause = { by: 'operator:kim', event: null };
    await carryOut(desk.needs, 'codes.revoke', { details }, [], function* (entry) {
      expect(entry).toEqual({ ...bare, action: 'codes.revoke', details, cause });
      entry.details['changed'] = 2;
      return yield* hasEvent('evt_1');
    });
    expect(details).toEqual({ asked: 1, changed: 0 });
    const undone = carryOut(desk.needs, 'codes.revoke', { details }, [], function* () {
      yield* hasEvent('evt_1');
      throw new Error('and it did not happen');
    });
    await expect(undone).rejects.toThrow('did not happen');
    expect(await desk.recorded()).toEqual([['codes.revoke', null, null, { asked: 1, changed: 2 }]]);
  });

  it('has looks as well, also those at itself, but not one that found out nothing because it failed', async () => {
    const look = lookUp(desk.needs, 'orders.show', { subject: 'cs_1' }, () => {
      throw new Error('there is none');
    });
    await expect(look).rejects.toThrow('there is none');
    expect(await lookUp(desk.needs, 'orders.find', {}, () => hasEvent('evt_1'))).toBe(false);
    expect(await listActions(desk.needs, 1)).toEqual([{ ...bare, action: 'orders.find' }]);
    expect(await listActions(desk.needs, 1)).toEqual([{ ...bare, action: 'actions.list' }]);
    expect(await listActions(desk.needs, 9)).toHaveLength(3);
  });

  it('queues behind nobody, as does whatever changes a single row that nothing else changes', async () => {
    await desk.sell(1);
    await desk.ledger.addActivationCodes([{ code: 'aa', campaign: 'c', unlocks: ['fod'] }], at);
    const grant = await giveGrant(desk.needs, anna.email, 'fod', 'because');
    const withdrawal = withdrawalOf({ receivedAt: later });
    await desk.ledger.recordWithdrawal('cs_1', withdrawal);
    const [open] = await desk.ledger.openAttention();
    if (!open) throw new Error('Nothing waits');
    desk.locks.length = 0;
    await noteAction(desk.needs, 'backup', {});
    await setCodesRevoked(desk.needs, await selectCode(desk.needs, 'aa'), true, null);
    await revokeGrant(desk.needs, grant, 'a mistake');
    await closeAttention(desk.needs, open, 'paid back');
    expect(desk.locks).toEqual([[], [], [], []]);
  });

  it('masks addresses, so that nothing has to be erased there; an account id stands as it is', () => {
    expect(subjectOf('anna@example.com')).toBe('a•••@example.com');
    expect(subjectOf('sub-anna')).toBe('sub-anna');
  });
});
