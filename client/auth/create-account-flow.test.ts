import { expect, test } from 'vitest';
import {
  type CreateAccountEvent,
  type CreateAccountState,
  createAccountFlow,
  initialCreateAccount,
} from './create-account-flow.ts';
import { formFault } from './fault.ts';

const fault = formFault('No');
const after = (state: CreateAccountState, ...events: CreateAccountEvent[]) =>
  events.reduce(createAccountFlow, state);
const creating = after(initialCreateAccount, { type: 'submitted', username: 'ada' });
const confirm = after(creating, { type: 'created', destination: 'a***@e***' });

test('CREATE, then CONFIRM after successful sign-up', () => {
  expect(creating).toMatchObject({ step: 'CREATE', busy: 'creating', username: 'ada' });
  expect(confirm).toMatchObject({ step: 'CONFIRM', busy: null, destination: 'a***@e***' });
});

test('a refused sign-up stays at CREATE with the reason', () => {
  expect(after(creating, { type: 'refused', fault })).toMatchObject({ step: 'CREATE', busy: null, fault });
});

test('a second submit while the first is under way is ignored', () => {
  expect(createAccountFlow(creating, { type: 'submitted', username: 'eve' })).toBe(creating);
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

test.each<[string, CreateAccountState, CreateAccountEvent]>([
  ['created at rest', initialCreateAccount, { type: 'created', destination: '' }],
  ['a code at CREATE', initialCreateAccount, { type: 'codeSubmitted' }],
  ['a resend at CREATE', initialCreateAccount, { type: 'resendRequested' }],
  ['resent at rest', confirm, { type: 'resent' }],
  ['confirmed at rest', confirm, { type: 'confirmed' }],
  ['a sign-up at CONFIRM', confirm, { type: 'submitted', username: 'eve' }],
])('an event that does not fit changes nothing: %s', (_title, state, event) => {
  expect(createAccountFlow(state, event)).toBe(state);
});
