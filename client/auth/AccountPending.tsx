import { useState } from 'react';
import type { ApiProblem } from '#client/api/problem.ts';
import { Button } from '#client/ui/Button.tsx';
import { LoadingRings } from '#client/ui/LoadingRings.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { useBusy } from '#client/ui/use-busy.ts';
import { accountStore } from './account.ts';
import { NeedsScript } from './NeedsScript.tsx';

/** In place of personal things while it is not known whose they are. */
export function AccountPending({ failure }: { failure: ApiProblem | null }) {
  const [busy, setBusy] = useState(false);
  const [failures, setFailures] = useState(0);
  useBusy(busy);
  const retry = () => {
    setBusy(true);
    void accountStore()
      .retry()
      .finally(() => {
        setBusy(false);
        setFailures((before) => before + 1);
      });
  };
  if (!failure) {
    return (
      <>
        <LoadingRings label="Looking for your account" alone />
        <NeedsScript />
      </>
    );
  }
  return (
    <Notice
      kind="error"
      title="We could not look up your account"
      actions={
        <Button variant="quiet" busy={busy} busyLabel="Looking for your account" onClick={retry}>
          Try Again
        </Button>
      }
    >
      {/* A new element after each attempt: it is read out again. */}
      <p key={failures}>
        {failure.code === 'network'
          ? 'There was no answer. Check your connection; we keep trying meanwhile.'
          : 'The sign-in service is not answering properly. If you were signed in, you still are: we keep trying meanwhile.'}
      </p>
    </Notice>
  );
}
