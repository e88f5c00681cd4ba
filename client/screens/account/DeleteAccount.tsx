import type { Ref } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { ButtonRow, Stack } from '#client/ui/Page.tsx';
import { facts } from '#facts';
import { type AccountPageMode, isCancellable } from './account-page-mode.ts';
import type { DeletionFault } from './deletion-fault.ts';

interface DeleteAccountProps {
  state: Extract<AccountPageMode, { mode: 'delete' }>;
  username: string;
  /** Whether a gift of theirs waits to be opened. */
  gives: boolean;
  onCancel: () => void;
  onConfirm: () => void;
  /** Gets the focus when this opens, and after a failure. */
  headingRef: Ref<HTMLHeadingElement>;
}

/** The second step of deleting an account: the warning, confirm and cancel. */
export function DeleteAccount({
  state,
  username,
  gives,
  onCancel,
  onConfirm,
  headingRef,
}: DeleteAccountProps) {
  return (
    <Stack>
      <h2 ref={headingRef} tabIndex={-1}>
        Delete Account
      </h2>
      <p>
        The account <strong>{username}</strong> and all data that belongs to it are deleted permanently: your
        products, your activation codes and your way into the app. Nobody can bring them back.
      </p>
      <p>A copy of your payment history is kept for legal reasons.</p>
      {gives ? (
        <p>
          A gift that you gave waits to be opened. Its letter still goes out on its day and its link stays
          good, but without your name and your words; you cannot change or print it any more.
        </p>
      ) : null}
      {state.fault && !state.deleting ? <DeletionNotice fault={state.fault} /> : null}
      <ButtonRow>
        {isCancellable(state) ? (
          <Button variant="quiet" disabled={state.deleting} onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        <Button variant="danger" busy={state.deleting} busyLabel="Deleting your account" onClick={onConfirm}>
          Delete my account permanently
        </Button>
      </ButtonRow>
    </Stack>
  );
}

function DeletionNotice({ fault }: { fault: DeletionFault }) {
  switch (fault.kind) {
    case 'refused':
      return (
        <Notice kind="error" title="Your account was not deleted">
          {fault.text}
        </Notice>
      );
    case 'unheard':
      return (
        <Notice kind="error" title="We did not hear whether it is done">
          Your account may be deleted already. Check your connection, then press the button again: it tells
          you how it stands, and nothing is deleted twice. If there is still no answer, write to{' '}
          {facts.email.support}.
        </Notice>
      );
  }
}
