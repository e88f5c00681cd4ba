import { type Ref, useEffect, useRef, useState } from 'react';
import { useNavigateHere } from '#client/shell/use-navigate-here.ts';
import { Button, ButtonLink } from '#client/ui/Button.tsx';
import { FlowForm } from '#client/ui/FlowForm.tsx';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { useHydrated } from '#client/ui/use-hydrated.ts';
import { useStepFocus } from '#client/ui/use-step-focus.ts';
import { paths } from '#shared/routes.ts';
import { CurrentPasswordField, UsernameField } from './AccountFields.tsx';
import { handOver } from './between-screens.ts';
import { ConfirmStep } from './ConfirmStep.tsx';
import { prefetchIdentity, takesMailedCodes, takesPasskeys } from './load-identity.ts';
import { MailedCodeStep } from './MailedCodeStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { SecondFactorStep } from './SecondFactorStep.tsx';
import type { SignInState } from './sign-in-flow.ts';
import { useSignIn } from './use-sign-in.ts';

interface SignInFormProps {
  onSignedIn: () => void;
  /** Why somebody who was signed in sees this form. */
  reason?: string | null;
}

/** The sign-in form of the account page and of the shop's login, with the steps that may follow. */
export function SignInForm({ onSignedIn, reason = null }: SignInFormProps) {
  const navigate = useNavigateHere();
  const flow = useSignIn({
    onSignedIn,
    onResetRequired: (username) => {
      handOver({ username, sendResetCode: true });
      navigate(paths.forgotPassword());
    },
  });
  const { state } = flow;
  const headingRef = useStepFocus(state.step);
  const loginHeading = useRef<HTMLHeadingElement>(null);
  const sentHere = useRef(reason !== null || state.notice !== null);
  useEffect(prefetchIdentity, []);

  useEffect(() => {
    // People who were sent here get the reason, and the focus.
    if (sentHere.current) giveFocus(loginHeading.current);
  }, []);

  const otherAccount = (
    <Button variant="quiet" onClick={flow.startOver}>
      Use another account
    </Button>
  );

  switch (state.step) {
    case 'LOGIN':
      return (
        <LoginStep
          state={{ ...state, notice: state.notice ?? (state.busy || state.fault ? null : reason) }}
          headingRef={(heading) => {
            loginHeading.current = heading;
            headingRef(heading);
          }}
          onSubmit={flow.submit}
          onPasskey={flow.submitPasskey}
          onMail={flow.mailCode}
        />
      );
    case 'CONFIRM':
      return (
        <ConfirmStep
          headingRef={headingRef}
          lead={`The account ${state.username} is not confirmed yet. Enter the code from the email you got when you created it, or have a new one sent. If its address was mistyped, no code can reach you: create an account again, with another username.`}
          state={state}
          onConfirm={flow.confirm}
          onResend={flow.resend}
        >
          {otherAccount}
          <ButtonLink variant="quiet" href={paths.createAccount()}>
            Create Account
          </ButtonLink>
        </ConfirmStep>
      );
    case 'NEW_PASSWORD':
      return (
        <PasswordStep
          heading="Choose a password"
          headingRef={headingRef}
          lead="This account was made for you with a temporary password. Choose your own to continue."
          state={state}
          withCode={false}
          onSubmit={flow.setPassword}
        >
          {otherAccount}
        </PasswordStep>
      );
    case 'MAILED_CODE':
      return (
        <MailedCodeStep
          headingRef={headingRef}
          destination={state.destination}
          state={state}
          onSubmit={flow.checkMailedCode}
          onResend={flow.mailAnotherCode}
        >
          {otherAccount}
        </MailedCodeStep>
      );
    case 'SECOND_FACTOR':
      return (
        <SecondFactorStep
          headingRef={headingRef}
          username={state.username}
          secret={state.secret}
          lead={
            state.secret === null
              ? 'This account asks for a second proof: open your authenticator app and type the code that it shows. There are some minutes for it; after that, log in again.'
              : 'Accounts here need a second proof besides the password. Add this key to an authenticator app, then type the code that it shows. There are some minutes for it; after that, log in again.'
          }
          busy={state.busy !== null}
          fault={state.fault}
          onSubmit={flow.checkSecondFactor}
        >
          {otherAccount}
        </SecondFactorStep>
      );
  }
}

interface LoginStepProps {
  state: SignInState;
  headingRef: Ref<HTMLHeadingElement>;
  onSubmit: (typed: { username: string; password: string }) => void;
  onPasskey: (username: string) => void;
  onMail: (username: string) => void;
}

function LoginStep({ state, headingRef, onSubmit, onPasskey, onMail }: LoginStepProps) {
  const [username, setUsername] = useState(state.username);
  const [password, setPassword] = useState('');
  const busy = state.busy !== null;
  const hydrated = useHydrated();
  return (
    <FlowForm
      heading="Sign In"
      headingRef={headingRef}
      notice={state.notice}
      fault={state.fault}
      busy={busy}
      onSubmit={() => onSubmit({ username, password })}
      actions={
        <>
          <Button type="submit" busy={state.busy === 'signing-in'} busyLabel="Signing in">
            Sign In
          </Button>
          {hydrated && takesPasskeys() ? (
            <Button
              variant="quiet"
              busy={state.busy === 'asking-for-passkey'}
              busyLabel="Follow your browser"
              onClick={() => onPasskey(username)}
            >
              Sign in with a passkey
            </Button>
          ) : null}
          {hydrated && takesMailedCodes() ? (
            <Button
              variant="quiet"
              busy={state.busy === 'mailing-code'}
              busyLabel="Sending"
              onClick={() => onMail(username)}
            >
              Send me a code
            </Button>
          ) : null}
          <ButtonLink variant="quiet" href={paths.forgotPassword()}>
            Forgot Password
          </ButtonLink>
          <ButtonLink variant="quiet" href={paths.createAccount()}>
            Create Account
          </ButtonLink>
        </>
      }
    >
      <UsernameField
        label="Username or email"
        passkeys={hydrated && takesPasskeys()}
        value={username}
        onChange={setUsername}
        error={state.fault?.fields.username}
      />
      <CurrentPasswordField value={password} onChange={setPassword} error={state.fault?.fields.password} />
    </FlowForm>
  );
}
