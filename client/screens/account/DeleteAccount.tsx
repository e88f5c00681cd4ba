import type { Ref } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { ButtonRow, Stack } from '#client/ui/Page.tsx';
import type { AccountPageMode } from './account-page-mode.ts';

interface DeleteAccountProps {
  state: Extract<AccountPageMode, { mode: 'delete' }>;
  username: string;
  onCancel: () => void;
  onConfirm: () => void;
  /** Gets the focus when this opens, and after a failure. */
  headingRef: Ref<HTMLHeadingElement>;
}

/** The second step of deleting an account: the warning, confirm and cancel. */
export function DeleteAccount({ state, username, onCancel, onConfirm, headingRef }: DeleteAccountProps) {
  return (
    <Stack>
      <h2 ref={headingRef} tabIndex={-1}>
        Delete Account
      </h2>
      <p>
        The account <strong>{username}</strong> and all data that belongs to it are deleted permanently: your
        products, your activation codes and your way into the app. Nobody can bring them back, not even we.
      </p>
      <p>A copy of your payment history is kept for legal reasons.</p>
      {state.error ? (
        <Notice kind="error" title="Your account was not deleted">
          {state.error}
        </Notice>
      ) : null}
      <ButtonRow>
        <Button variant="quiet" disabled={state.deleting} onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="danger" busy={state.deleting} busyLabel="Deleting your account" onClick={onConfirm}>
          Delete my account permanently
        </Button>
      </ButtonRow>
    </Stack>
  );
}
