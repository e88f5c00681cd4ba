import { useAccount } from '#client/auth/account.ts';
import { handOver } from '#client/auth/between-screens.ts';
import { ConfirmStep } from '#client/auth/ConfirmStep.tsx';
import { NeedsScript } from '#client/auth/NeedsScript.tsx';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Breadcrumbs } from '#client/ui/Breadcrumbs.tsx';
import { Button, ButtonLink } from '#client/ui/Button.tsx';
import { Page, Stack } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { useStepFocus } from '#client/ui/use-step-focus.ts';
import { paths } from '#shared/routes.ts';
import { BesideTheApp } from './BesideTheApp.tsx';
import { CreateStep } from './CreateStep.tsx';
import { useCreateAccount } from './use-create-account.ts';

/** `/account/create-account`: the Create Account step, then the Confirm Account step. */
export function CreateAccountScreen() {
  const account = useAccount();
  const { state, create, confirm, resend, startOver } = useCreateAccount();
  const headingRef = useStepFocus(state.step);
  const alreadyIn = account.status === 'signed-in' && state.step === 'CREATE' && state.busy === null;

  return (
    <Page task width="wide">
      <RouteHead route="createAccount" />
      <Breadcrumbs trail={[{ title: 'Account', href: paths.account() }, { title: 'Create Account' }]} />
      <BesideTheApp>
        <PageHeading>Create Account</PageHeading>
        <NeedsScript />
        {alreadyIn ? (
          <Stack>
            <p>
              You are logged in as <strong>{account.user.username}</strong>. Sign out first to create another
              account.
            </p>
            <ButtonLink href={paths.account()}>Go to your account</ButtonLink>
          </Stack>
        ) : state.step === 'CREATE' ? (
          <CreateStep key={state.takenUsername} state={state} headingRef={headingRef} onSubmit={create} />
        ) : (
          <ConfirmStep
            headingRef={headingRef}
            lead={`We have sent a code to ${state.destination}. Enter it here to confirm that the address is yours.`}
            state={state}
            onConfirm={confirm}
            onResend={resend}
          >
            <Button variant="quiet" onClick={startOver}>
              Use another address
            </Button>
            <ButtonLink
              variant="quiet"
              href={paths.account()}
              onClick={() => handOver({ username: state.email })}
            >
              I have an account
            </ButtonLink>
          </ConfirmStep>
        )}
      </BesideTheApp>
    </Page>
  );
}
