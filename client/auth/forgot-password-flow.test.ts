import { expect, test } from 'vitest';
import { formFault } from '#client/ui/fault.ts';
import {
  type ForgotPasswordEvent,
  type ForgotPasswordState,
  forgotPasswordFlow,
  initialForgotPassword,
} from './forgot-password-flow.ts';

const fault = formFault('No');
const after = (state: ForgotPasswordState, ...events: ForgotPasswordEvent[]) =>
  events.reduce(forgotPasswordFlow, state);
const step1 = initialForgotPassword();
const sending = after(step1, { type: 'submitted', username: 'ada' });
const step2 = after(sending, { type: 'codeSent', destination: 'a***@e***' });
const confirm = after(sending, { type: 'confirmationSent' });
const sendingAgain = after(confirm, { type: 'codeSubmitted' }, { type: 'confirmed' });
const afterConfirming = after(sendingAgain, { type: 'codeSent', destination: null });

test('STEP_1 to STEP_2 when the code is sent', () => {
  expect(sending).toMatchObject({ step: 'STEP_1', busy: 'sending', username: 'ada' });
  expect(step2).toMatchObject({ step: 'STEP_2', busy: null, destination: 'a***@e***' });
});

test('At the beginning nothing is known, sent or done', () => {
  expect(step1).toEqual({
    ...{ step: 'STEP_1', busy: null, username: '', destination: null },
    ...{ resent: false, isAlone: false, fault: null },
  });
});

test('STEP_2 to STEP_3 when the password is changed', () => {
  const changing = after(step2, { type: 'passwordSubmitted' });
  expect(changing.busy).toBe('changing');
  expect(after(changing, { type: 'passwordChanged', isAlone: true })).toMatchObject({
    step: 'STEP_3',
    busy: null,
    username: 'ada',
  });
});

test('a wrong code or a refused password stays at STEP_2', () => {
  const refused = after(step2, { type: 'passwordSubmitted' }, { type: 'refused', fault });
  expect(refused).toMatchObject({ step: 'STEP_2', busy: null, fault });
});

test('when sign-up is unconfirmed a confirmation code is resent and the state becomes CONFIRM', () => {
  expect(confirm).toMatchObject({ step: 'CONFIRM', busy: null, username: 'ada', resent: false });
});

test('on successful confirmation a new reset code is sent: RESET_PW_AFTER_CONFIRMING_EMAIL', () => {
  expect(sendingAgain).toMatchObject({ step: 'CONFIRM', busy: 'sending' });
  expect(afterConfirming).toMatchObject({ step: 'RESET_PW_AFTER_CONFIRMING_EMAIL', busy: null });
});

test('RESET_PW_AFTER_CONFIRMING_EMAIL, then STEP_3', () => {
  const done = after(
    afterConfirming,
    { type: 'passwordSubmitted' },
    { type: 'passwordChanged', isAlone: true },
  );
  expect(done.step).toBe('STEP_3');
});

test('CONFIRM can resend its code, more than once', () => {
  const resent = after(confirm, { type: 'resendRequested' }, { type: 'resent' });
  expect(resent).toMatchObject({ step: 'CONFIRM', busy: null, resent: true });
  expect(after(resent, { type: 'resendRequested' })).toMatchObject({ busy: 'resending', resent: false });
});

test('a wrong confirmation code stays at CONFIRM', () => {
  const refused = after(confirm, { type: 'codeSubmitted' }, { type: 'refused', fault });
  expect(refused).toMatchObject({ step: 'CONFIRM', busy: null, fault });
});

test('a reset code that cannot be sent after confirming is asked for again at STEP_1', () => {
  expect(after(sendingAgain, { type: 'resetCodeFailed', fault })).toMatchObject({
    step: 'STEP_1',
    busy: null,
    username: 'ada',
    fault,
  });
});

test('a second submit while the first is under way is ignored', () => {
  expect(forgotPasswordFlow(sending, { type: 'submitted', username: 'eve' })).toBe(sending);
  const changing = after(step2, { type: 'passwordSubmitted' });
  expect(forgotPasswordFlow(changing, { type: 'passwordSubmitted' })).toBe(changing);
  expect(forgotPasswordFlow(changing, { type: 'startedOver' })).toBe(changing);
});

test('another code is asked for from STEP_1, the username filled in', () => {
  expect(after(step2, { type: 'startedOver' })).toEqual(initialForgotPassword('ada'));
});

test('a page that was loaded again after a code was sent goes on at STEP_2, with another code still to be had', () => {
  const back = after(step1, { type: 'cameBack', username: 'ada', destination: 'a***@e***' });
  expect(back).toMatchObject({ step: 'STEP_2', username: 'ada', destination: 'a***@e***', busy: null });
  expect(after(back, { type: 'startedOver' })).toEqual(initialForgotPassword('ada'));
});

test.each<[string, ForgotPasswordState, ForgotPasswordEvent]>([
  [
    'coming back while a code is being sent',
    sending,
    { type: 'cameBack', username: 'eve', destination: null },
  ],
  ['a code sent at rest', step1, { type: 'codeSent', destination: null }],
  ['a confirmation sent at rest', step1, { type: 'confirmationSent' }],
  ['a confirmation code at STEP_1', step1, { type: 'codeSubmitted' }],
  ['confirmed at rest', confirm, { type: 'confirmed' }],
  ['confirmed twice', sendingAgain, { type: 'confirmed' }],
  ['a password at CONFIRM', confirm, { type: 'passwordSubmitted' }],
  ['a password changed at rest', step2, { type: 'passwordChanged', isAlone: true }],
  ['a resend at STEP_2', step2, { type: 'resendRequested' }],
  ['resent at rest', confirm, { type: 'resent' }],
  ['a confirmation sent after confirming', sendingAgain, { type: 'confirmationSent' }],
  ['a reset code that failed at rest', confirm, { type: 'resetCodeFailed', fault }],
  ['confirmed at STEP_2', after(step2, { type: 'passwordSubmitted' }), { type: 'confirmed' }],
  ['coming back at STEP_2', step2, { type: 'cameBack', username: 'eve', destination: null }],
  ['a reset code that failed at STEP_1', sending, { type: 'resetCodeFailed', fault }],
  ['a username at STEP_2', step2, { type: 'submitted', username: 'eve' }],
])('an event that does not fit changes nothing: %s', (_title, state, event) => {
  expect(forgotPasswordFlow(state, event)).toBe(state);
});
