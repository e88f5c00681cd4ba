import { expect, test } from 'vitest';
import { formFault } from '#client/ui/fault.ts';
import { initialSignIn, type SignInEvent, type SignInState, signInFlow } from './sign-in-flow.ts';

const fault = formFault('No');
const after = (state: SignInState, ...events: SignInEvent[]) => events.reduce(signInFlow, state);
const signingIn = after(initialSignIn(), { type: 'submitted', username: 'ada' });
const confirm = after(signingIn, { type: 'unconfirmed' });
const newPassword = after(signingIn, { type: 'newPasswordRequired' });

test('LOGIN, then CONFIRM when sign-in reports the account is not confirmed', () => {
  expect(confirm).toMatchObject({ step: 'CONFIRM', busy: null, username: 'ada', resent: false, fault: null });
});

test('a refused sign-in stays at LOGIN, says why and can be tried again', () => {
  const refused = after(signingIn, { type: 'refused', fault });
  expect(refused).toMatchObject({ step: 'LOGIN', busy: null, fault });
  expect(after(refused, { type: 'submitted', username: 'ada' })).toMatchObject({
    busy: 'signing-in',
    fault: null,
  });
});

test('a second submit while the first is under way is ignored', () => {
  expect(signInFlow(signingIn, { type: 'submitted', username: 'eve' })).toBe(signingIn);
  const confirming = after(confirm, { type: 'codeSubmitted' });
  expect(signInFlow(confirming, { type: 'codeSubmitted' })).toBe(confirming);
  expect(signInFlow(confirming, { type: 'resendRequested' })).toBe(confirming);
});

test('CONFIRM allows resending the code once: the button is then disabled', () => {
  const resent = after(confirm, { type: 'resendRequested' }, { type: 'resent' });
  expect(resent).toMatchObject({ step: 'CONFIRM', busy: null, resent: true });
  expect(signInFlow(resent, { type: 'resendRequested' })).toBe(resent);
});

test('each further code that is mailed is said anew', () => {
  const mailed: SignInEvent = { type: 'codeMailed', destination: null };
  const again = after(signingIn, mailed, { type: 'resendRequested' }, mailed);
  expect(again.resent).toBe(true);
  const asking = after(again, { type: 'resendRequested' });
  expect(asking).toMatchObject({ busy: 'resending', resent: false });
  expect(after(asking, mailed).resent).toBe(true);
});

test('a resend that failed may be tried again', () => {
  const failed = after(confirm, { type: 'resendRequested' }, { type: 'refused', fault });
  expect(failed).toMatchObject({ step: 'CONFIRM', resent: false, fault });
  expect(after(failed, { type: 'resendRequested' }).busy).toBe('resending');
});

test('a wrong code stays at CONFIRM and keeps the username', () => {
  const refused = after(confirm, { type: 'codeSubmitted' }, { type: 'refused', fault });
  expect(refused).toMatchObject({ step: 'CONFIRM', busy: null, username: 'ada', fault });
});

test('after a successful confirmation the user is signed in automatically', () => {
  const signing = after(confirm, { type: 'codeSubmitted' }, { type: 'confirmed' });
  expect(signing).toMatchObject({ step: 'CONFIRM', busy: 'signing-in' });
  expect(after(signing, { type: 'signedIn' })).toEqual(initialSignIn());
});

test('when the automatic sign-in fails the person is back at LOGIN with the reason', () => {
  const back = after(
    confirm,
    { type: 'codeSubmitted' },
    { type: 'confirmed' },
    { type: 'sentBackToLogin', notice: 'Confirmed', fault },
  );
  expect(back).toMatchObject({ step: 'LOGIN', busy: null, username: 'ada', notice: 'Confirmed', fault });
});

test('an account made by an operator chooses its own password before it is signed in', () => {
  expect(newPassword).toMatchObject({ step: 'NEW_PASSWORD', busy: null });
  const setting = after(newPassword, { type: 'passwordSubmitted' });
  expect(setting.busy).toBe('setting-password');
  expect(after(setting, { type: 'refused', fault })).toMatchObject({
    step: 'NEW_PASSWORD',
    busy: null,
    fault,
  });
  expect(after(setting, { type: 'signedIn' }).step).toBe('LOGIN');
});

test('whoever can get no code goes back to LOGIN for another account', () => {
  expect(after(confirm, { type: 'startedOver' })).toEqual(initialSignIn());
});

test.each<[string, SignInState, SignInEvent]>([
  ['unconfirmed at rest', initialSignIn(), { type: 'unconfirmed' }],
  ['a code at LOGIN', initialSignIn(), { type: 'codeSubmitted' }],
  ['a resend at LOGIN', initialSignIn(), { type: 'resendRequested' }],
  ['resent at rest', confirm, { type: 'resent' }],
  ['confirmed at rest', confirm, { type: 'confirmed' }],
  ['a password at CONFIRM', confirm, { type: 'passwordSubmitted' }],
  ['a login at CONFIRM', confirm, { type: 'submitted', username: 'eve' }],
  ['signed in at rest', confirm, { type: 'signedIn' }],
  ['starting over at LOGIN', initialSignIn('ada'), { type: 'startedOver' }],
  [
    'starting over while a code is checked',
    after(confirm, { type: 'codeSubmitted' }),
    { type: 'startedOver' },
  ],
  ['sent back from LOGIN', initialSignIn(), { type: 'sentBackToLogin', notice: '', fault: null }],
])('an event that does not fit changes nothing: %s', (_title, state, event) => {
  expect(signInFlow(state, event)).toBe(state);
});

const secondFactor = after(signingIn, { type: 'secondFactorRequired', secret: null });

test('a second factor is asked for after the password, or after a new one', () => {
  expect(secondFactor).toMatchObject({ step: 'SECOND_FACTOR', busy: null, username: 'ada', secret: null });
  const setUp = after(
    newPassword,
    { type: 'passwordSubmitted' },
    { type: 'secondFactorRequired', secret: 'ABCD' },
  );
  expect(setUp).toMatchObject({ step: 'SECOND_FACTOR', busy: null, secret: 'ABCD' });
  expect(signInFlow(initialSignIn(), { type: 'secondFactorRequired', secret: null })).toEqual(
    initialSignIn(),
  );
});

test('a wrong second code may be put right, a second submit is ignored, and the right one ends the flow', () => {
  const checking = after(secondFactor, { type: 'secondFactorSubmitted' });
  expect(checking.busy).toBe('checking-code');
  expect(signInFlow(checking, { type: 'secondFactorSubmitted' })).toBe(checking);
  expect(signInFlow(confirm, { type: 'secondFactorSubmitted' })).toBe(confirm);
  const refused = after(checking, { type: 'refused', fault });
  expect(refused).toMatchObject({ step: 'SECOND_FACTOR', busy: null, fault });
  expect(after(refused, { type: 'secondFactorSubmitted' })).toMatchObject({ fault: null });
  expect(after(checking, { type: 'signedIn' })).toEqual(initialSignIn());
});

test('a sign-in that is over while its second code is typed begins anew', () => {
  const back = after(
    secondFactor,
    { type: 'secondFactorSubmitted' },
    { type: 'sentBackToLogin', notice: 'Too late', fault: null },
  );
  expect(back).toMatchObject({ step: 'LOGIN', username: 'ada', secret: null, notice: 'Too late' });
});

const asking = after(initialSignIn(), { type: 'submitted', username: 'ada', way: 'mailed-code' });
const codeMailed = { type: 'codeMailed', destination: 'a***@e***' } as const;
const asked = after(asking, codeMailed);

test('a code went out: the step says where, and a second submit does nothing', () => {
  expect(asked).toMatchObject({ step: 'MAILED_CODE', busy: null, destination: 'a***@e***', resent: false });
  const checking = after(asked, { type: 'mailedCodeSubmitted' });
  expect(checking.busy).toBe('checking-code');
  expect(signInFlow(checking, { type: 'mailedCodeSubmitted' })).toBe(checking);
  expect(after(checking, { type: 'signedIn' })).toEqual(initialSignIn());
});

test('another code may be asked for as often as the service sends one', () => {
  const again = after(asked, { type: 'resendRequested' }, codeMailed);
  expect(again).toMatchObject({ step: 'MAILED_CODE', resent: true });
  expect(after(again, { type: 'resendRequested' }).busy).toBe('resending');
  expect(after(again, { type: 'mailedCodeSubmitted' }).resent).toBe(false);
});

test('it also follows the password, the first password of an account, and its confirmation', () => {
  for (const before of [signingIn, after(newPassword, { type: 'passwordSubmitted' })]) {
    expect(after(before, codeMailed).step).toBe('MAILED_CODE');
  }
  const confirmed = after(confirm, { type: 'codeSubmitted' }, { type: 'confirmed' }, codeMailed);
  expect(confirmed.step).toBe('MAILED_CODE');
  expect(signInFlow(confirm, codeMailed)).toBe(confirm);
});

test('a sign-in that is over begins anew', () => {
  const checking = after(asked, { type: 'mailedCodeSubmitted' });
  const back = after(checking, { type: 'sentBackToLogin', notice: 'Too late', fault: null });
  expect(back).toMatchObject({ step: 'LOGIN', username: 'ada', notice: 'Too late', busy: null });
});
