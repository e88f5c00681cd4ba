import type { ApiProblem } from '#client/api/problem.ts';
import { Button } from '#client/ui/Button.tsx';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { accountStore } from './account.ts';
import { NeedsScript } from './NeedsScript.tsx';

/** In place of personal things while it is not known whose they are. */
export function AccountPending({ failure }: { failure: ApiProblem | null }) {
  if (!failure) {
    return (
      <>
        <LoadingRings label="Looking for your account" />
        <NeedsScript />
      </>
    );
  }
  return (
    <Notice
      kind="error"
      title="We could not look up your account"
      actions={
        <Button variant="quiet" onClick={() => void accountStore().retry()}>
          Try Again
        </Button>
      }
    >
      {failure.code === 'network'
        ? 'There was no answer. Check your connection; we keep trying meanwhile.'
        : 'The sign-in service is not answering properly. You are not signed out: we keep trying meanwhile.'}
    </Notice>
  );
}
