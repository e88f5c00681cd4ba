import { expect, test } from 'vitest';
import { formFault } from '#client/ui/fault.ts';
import {
  type CreateAccountEvent,
  type CreateAccountState,
  createAccountFlow,
  initialCreateAccount,
} from './create-account-flow.ts';

const fault = formFault('No');
const after = (state: CreateAccountState, ...events: CreateAccountEvent[]) =>
  events.reduce(createAccountFlow, state);
const creating = after(initialCreateAccount, {
  type: 'submitted',
  username: 'ada',
  email: 'ada@example.com',
});
const confirm = after(creating, { type: 'created', destination: 'a***@e***' });

test('CREATE, then CONFIRM after successful sign-up', () => {
  expect(creating).toMatchObject({ step: 'CREATE', busy: 'creating', username: 'ada' });
  expect(confirm).toMatchObject({ step: 'CONFIRM', busy: null, destination: 'a***@e***' });
});

test('a refused sign-up stays at CREATE with the reason', () => {
  expect(after(creating, { type: 'refused', fault })).toMatchObject({ step: 'CREATE', busy: null, fault });
});

test('a second submit while the first is under way is ignored', () => {
  expect(createAccountFlow(creating, { type: 'submitted', username: 'eve', email: 'eve@example.com' })).toBe(
    creating,
  );
  const confirming = after(confirm, { type: 'codeSubmitted' });
  expect(createAccountFlow(confirming, { type: 'codeSubmitted' })).toBe(confirming);
});

test('a wrong code stays at CONFIRM with the reason', () => {
  const refused = after(confirm, { type: 'codeSubmitted' }, { type: 'refused', fault });
  expect(refused).toMatchObject({ step: 'CONFIRM', busy: null, fault });
});

test('after confirmation the user is signed in: the buttons stay disabled until that is done', () => {
  expect(after(confirm, { type: 'codeSubmitted' }, { type: 'confirmed' }).busy).toBe('signing-in');
});

test('a pool that confirms by itself goes straight to signing in', () => {
  expect(after(creating, { type: 'confirmed' }).busy).toBe('signing-in');
});

test('the code is resent once', () => {
  const resent = after(confirm, { type: 'resendRequested' }, { type: 'resent' });
  expect(resent).toMatchObject({ busy: null, resent: true });
  expect(createAccountFlow(resent, { type: 'resendRequested' })).toBe(resent);
});

test('a page that was loaded again after the sign-up goes on at CONFIRM, with another code still to be had', () => {
  const back = after(initialCreateAccount, { type: 'cameBack', username: 'ada', destination: 'a***@e***' });
  expect(back).toMatchObject({ step: 'CONFIRM', busy: null, username: 'ada', destination: 'a***@e***' });
  expect(after(back, { type: 'resendRequested' }).busy).toBe('resending');
  expect(after(back, { type: 'codeSubmitted' }).busy).toBe('confirming');
});

test('a mistyped address: back to CREATE with it, and the username that stays with it', () => {
  const again = after(confirm, { type: 'startedOver' });
  expect(again).toEqual({ ...initialCreateAccount, email: 'ada@example.com', takenUsername: 'ada' });
  expect(after(again, { type: 'submitted', username: 'ada2', email: 'ada@example.org' })).toMatchObject({
    busy: 'creating',
    email: 'ada@example.org',
    takenUsername: 'ada',
  });
});

test.each<[string, CreateAccountState, CreateAccountEvent]>([
  ['created at rest', initialCreateAccount, { type: 'created', destination: '' }],
  ['a code at CREATE', initialCreateAccount, { type: 'codeSubmitted' }],
  ['a resend at CREATE', initialCreateAccount, { type: 'resendRequested' }],
  ['resent at rest', confirm, { type: 'resent' }],
  ['confirmed at rest', confirm, { type: 'confirmed' }],
  ['starting over at CREATE', initialCreateAccount, { type: 'startedOver' }],
  [
    'starting over while a code is checked',
    after(confirm, { type: 'codeSubmitted' }),
    { type: 'startedOver' },
  ],
  [
    'coming back while an account is being created',
    creating,
    { type: 'cameBack', username: 'eve', destination: '' },
  ],
  ['coming back at CONFIRM', confirm, { type: 'cameBack', username: 'eve', destination: '' }],
  [
    'confirmed while the person is being signed in',
    after(creating, { type: 'confirmed' }),
    { type: 'confirmed' },
  ],
  ['a sign-up at CONFIRM', confirm, { type: 'submitted', username: 'eve', email: 'eve@example.com' }],
])('an event that does not fit changes nothing: %s', (_title, state, event) => {
  expect(createAccountFlow(state, event)).toBe(state);
});
