import { accountStore } from '#client/auth/account.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { useTask } from './use-task.ts';

/** Ends the operator's session, for example to sign in again. */
export function SignOut({ children }: { children: string }) {
  const task = useTask();
  return (
    <>
      {task.fault ? (
        <Notice kind="error" title="You are still signed in">
          {task.fault}
        </Notice>
      ) : null}
      <Button
        variant="quiet"
        busy={task.busy}
        busyLabel="Signing out"
        onClick={() => task.run(() => accountStore().signOut())}
      >
        {children}
      </Button>
    </>
  );
}
