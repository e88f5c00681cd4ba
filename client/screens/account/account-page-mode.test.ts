import { expect, test } from 'vitest';
import {
  type AccountPageEvent,
  type AccountPageMode,
  accountPageMode,
  initialAccountPage,
} from './account-page-mode.ts';

const after = (state: AccountPageMode, ...events: AccountPageEvent[]) =>
  events.reduce(accountPageMode, state);
const unlock = after(initialAccountPage, { type: 'unlockOpened' });
const checking = after(unlock, { type: 'codeTyped', code: ' ABC ' }, { type: 'codeSubmitted' });
const refused = after(checking, { type: 'codeRefused', error: 'No' });
const deleting = after(initialAccountPage, { type: 'deleteOpened' }, { type: 'deleteConfirmed' });

test('Unlock Content: entering, checking, success', () => {
  expect(unlock).toMatchObject({ mode: 'unlock', status: 'entering', code: '', error: null });
  expect(checking).toMatchObject({ status: 'checking', code: ' ABC ' });
  expect(after(checking, { type: 'codeAccepted', unlocked: [] })).toMatchObject({
    mode: 'unlock',
    status: 'success',
  });
});

test('Try Again resets the code and error', () => {
  expect(refused).toMatchObject({ mode: 'unlock', status: 'error', error: 'No' });
  expect(after(refused, { type: 'triedAgain' })).toEqual(unlock);
});

test('Go Back resets the code and error', () => {
  for (const state of [refused, after(checking, { type: 'codeAccepted', unlocked: [] }), unlock]) {
    expect(after(state, { type: 'wentBack' })).toEqual({ mode: 'normal' });
  }
});

test('a missing code is said beside the field, until something is typed', () => {
  const missing = after(unlock, { type: 'codeMissing', error: 'Enter' });
  expect(missing).toMatchObject({ status: 'entering', error: 'Enter' });
  expect(after(missing, { type: 'codeTyped', code: 'a' })).toMatchObject({ code: 'a', error: null });
});

test('deletion takes two steps and can be cancelled before the second', () => {
  const open = after(initialAccountPage, { type: 'deleteOpened' });
  expect(open).toMatchObject({ mode: 'delete', deleting: false });
  expect(after(open, { type: 'deleteCancelled' })).toEqual(initialAccountPage);
  expect(deleting).toMatchObject({ mode: 'delete', deleting: true });
});

test('a deletion that failed says so and can be tried again or cancelled', () => {
  const fault = { kind: 'refused', text: 'No' } as const;
  const failed = after(deleting, { type: 'deleteFailed', fault });
  expect(failed).toMatchObject({ mode: 'delete', deleting: false, fault });
  expect(after(failed, { type: 'deleteConfirmed' })).toMatchObject({ deleting: true });
  expect(after(failed, { type: 'deleteCancelled' }).mode).toBe('normal');
});

test('a deletion that is unheard offers no cancelling', () => {
  const kind = 'unheard';
  const state = after(deleting, { type: 'deleteFailed', fault: { kind } });
  expect(state).toMatchObject({ mode: 'delete', deleting: false });
  expect(after(state, { type: 'deleteCancelled' })).toBe(state);
});

test('a deletion that needs a fresh proof goes on once it is given, or is cancelled', () => {
  const proving = after(deleting, { type: 'proofNeeded' });
  expect(proving).toEqual({ mode: 'prove' });
  expect(after(proving, { type: 'proved' })).toEqual(deleting);
  expect(after(proving, { type: 'deleteCancelled' })).toMatchObject({ mode: 'normal' });
});

test.each<[string, AccountPageMode, AccountPageEvent]>([
  ['a proof that nobody asked for', deleting, { type: 'proved' }],
  ['a proof that is asked for before anything is deleted', initialAccountPage, { type: 'proofNeeded' }],
  ['a second activation', checking, { type: 'codeSubmitted' }],
  ['going back while checking', checking, { type: 'wentBack' }],
  ['typing while checking', checking, { type: 'codeTyped', code: 'x' }],
  ['a second deletion', deleting, { type: 'deleteConfirmed' }],
  ['cancelling while deleting', deleting, { type: 'deleteCancelled' }],
  ['deleting from unlock', unlock, { type: 'deleteOpened' }],
  ['unlocking from delete', deleting, { type: 'unlockOpened' }],
  ['an answer nobody waits for', unlock, { type: 'codeAccepted', unlocked: [] }],
  ['a refusal nobody waits for', unlock, { type: 'codeRefused', error: '' }],
  ['trying again without an error', unlock, { type: 'triedAgain' }],
  ['a failed deletion nobody waits for', unlock, { type: 'deleteFailed', fault: { kind: 'unheard' } }],
])('an event that does not fit changes nothing: %s', (_title, state, event) => {
  expect(accountPageMode(state, event)).toBe(state);
});
