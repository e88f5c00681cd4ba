import { useState } from 'react';
import type { ApiProblem } from '#client/api/problem.ts';
import { Button } from '#client/ui/Button.tsx';
import { useKeptFocus } from '#client/ui/keep-focus.ts';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { accountStore } from './account.ts';
import { NeedsScript } from './NeedsScript.tsx';

/** In place of personal things while it is not known whose they are. */
export function AccountPending({ failure }: { failure: ApiProblem | null }) {
  const [busy, setBusy] = useState(false);
  useKeptFocus(busy);
  const retry = () => {
    setBusy(true);
    void accountStore()
      .retry()
      .finally(() => setBusy(false));
  };
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
        // The button's label changes during a retry, so that screen readers read the alert around it again after another
        // failure.
        <Button variant="quiet" busy={busy} busyLabel="Looking for your account" onClick={retry}>
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
