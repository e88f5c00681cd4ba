import { ConfirmStep } from '#client/auth/ConfirmStep.tsx';
import { NeedsScript } from '#client/auth/NeedsScript.tsx';
import { PasswordStep } from '#client/auth/PasswordStep.tsx';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Breadcrumbs } from '#client/ui/Breadcrumbs.tsx';
import { Button, ButtonLink } from '#client/ui/Button.tsx';
import { Page, Stack } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { useStepFocus } from '#client/ui/use-step-focus.ts';
import { paths } from '#shared/routes.ts';
import { BesideTheApp } from './BesideTheApp.tsx';
import { UsernameStep } from './UsernameStep.tsx';
import { useForgotPassword } from './use-forgot-password.ts';

/** `/account/forgot-password`: every state of specification, section 4. */
export function ForgotPasswordScreen() {
  return (
    <Page task width="wide">
      <RouteHead route="forgotPassword" />
      <Breadcrumbs trail={[{ title: 'Account', href: paths.account() }, { title: 'Forgot Password' }]} />
      <BesideTheApp>
        <PageHeading>Forgot Password</PageHeading>
        <NeedsScript />
        <Steps />
      </BesideTheApp>
    </Page>
  );
}

function Steps() {
  const { state, submit, confirm, resend, changePassword, startOver } = useForgotPassword();
  const headingRef = useStepFocus(state.step);

  switch (state.step) {
    case 'STEP_1':
      return <UsernameStep state={state} headingRef={headingRef} onSubmit={submit} />;
    case 'CONFIRM':
      return (
        <ConfirmStep
          headingRef={headingRef}
          lead="Your account is not confirmed yet, so no reset code can be sent. We have sent a confirmation code to your email address instead."
          state={state}
          resendAgain
          onConfirm={confirm}
          onResend={resend}
        >
          <Button variant="quiet" onClick={startOver}>
            Use another account
          </Button>
        </ConfirmStep>
      );
    case 'STEP_2':
    case 'RESET_PW_AFTER_CONFIRMING_EMAIL':
      return (
        <PasswordStep
          key={state.step}
          heading="Choose a new password"
          headingRef={headingRef}
          lead={resetLead(state.step, state.destination)}
          state={state}
          withCode
          onSubmit={changePassword}
        >
          <Button variant="quiet" onClick={startOver}>
            Get another code
          </Button>
        </PasswordStep>
      );
    case 'STEP_3':
      return (
        <Stack>
          <h2 ref={headingRef} tabIndex={-1}>
            Your password is changed
          </h2>
          <p>Log in with the new one, here and in the app.</p>
          <p>
            {state.isAlone
              ? 'Wherever your account was signed in before, it is signed out now.'
              : 'Where your account was signed in before, it may still be. Log in, and choose “Change your password” on your account page: that signs out every other browser and the app.'}
          </p>
          <ButtonLink href={paths.account()}>Go to login</ButtonLink>
        </Stack>
      );
  }
}

function resetLead(step: string, destination: string | null): string {
  const confirmed = step === 'RESET_PW_AFTER_CONFIRMING_EMAIL' ? 'Your account is confirmed. ' : '';
  return `${confirmed}We have sent a reset code to ${destination ?? 'your email address'}. It works for an hour.`;
}
