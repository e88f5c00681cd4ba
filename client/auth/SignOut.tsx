import type { ReactNode } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { useHoldsStill } from '#client/ui/busy-area.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import { useTask } from '#client/ui/use-task.ts';
import { accountStore } from './account.ts';

interface SignOutProps {
  /** The button's label. */
  children: string;
  /** The text for an error, with advice. */
  faultText: (error: unknown) => string;
  /** Further buttons in its row. */
  beside?: ReactNode;
}

/**
 * The button that ends the session, and why it could not. Only the server can end it: a person who believes to be signed
 * out on a shared computer must be.
 */
export function SignOut({ children, faultText, beside }: SignOutProps) {
  const task = useTask(faultText);
  useHoldsStill(task.busy);
  const button = (
    <Button
      variant="quiet"
      busy={task.busy}
      busyLabel="Signing out"
      onClick={() => task.run(() => accountStore().signOut())}
    >
      {children}
    </Button>
  );
  return (
    <>
      {task.fault ? (
        <Notice kind="error" title="You are still signed in">
          {task.fault}
        </Notice>
      ) : null}
      {beside ? (
        <ButtonRow>
          {button}
          {beside}
        </ButtonRow>
      ) : (
        button
      )}
    </>
  );
}
