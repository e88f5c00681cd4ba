import { useEffect, useState } from 'react';
import type { Deletion } from '#client/api/account.ts';
import { AccountPending } from '#client/auth/AccountPending.tsx';
import { useAccount, useWasSignedIn } from '#client/auth/account.ts';
import { takeCheckout } from '#client/auth/between-screens.ts';
import { SignInForm } from '#client/auth/SignInForm.tsx';
import { useHeadingFocus } from '#client/auth/use-heading-focus.ts';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { useNavigateHere } from '#client/shell/use-navigate-here.ts';
import { focusOn } from '#client/ui/keep-focus.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { StatusRegion } from '#client/ui/StatusRegion.tsx';
import { SuccessRegion } from '#client/ui/SuccessRegion.tsx';
import { paths } from '#shared/routes.ts';
import { BesideTheApp } from './BesideTheApp.tsx';
import { SignedInAccount } from './SignedInAccount.tsx';

/** `/account`: the login form, or what the account holds. */
export function AccountScreen() {
  const account = useAccount();
  const navigate = useNavigateHere();
  // If the answer to a deletion is lost, the end of the session shows that the account was deleted.
  const [deletionAsked, setDeletionAsked] = useState<Deletion | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  // Whose address was verified here.
  const [verified, setVerified] = useState<string | null>(null);
  const wasSignedIn = useWasSignedIn(account);
  const username = account.status === 'signed-in' ? account.user.username : null;
  useHeadingFocus(account);

  useEffect(() => {
    if (username === null) return;
    // Whoever is signed in now is not deleted, and may sign out again.
    setDeletionAsked(null);
  }, [username]);

  return (
    <Page task width="wide">
      <RouteHead route="account" />
      <PageHeading>Your account</PageHeading>
      <SuccessRegion>
        {account.status === 'signed-in' && verified === username
          ? `The address ${account.user.email} is verified.`
          : account.status === 'nobody' && deletionAsked === 'deleted'
            ? 'Your account and all its data have been deleted.'
            : null}
      </SuccessRegion>
      <StatusRegion>
        {account.status === 'nobody' && deletionAsked === 'noted' ? <DeletionNoted /> : null}
      </StatusRegion>
      {account.status === 'signed-in' ? (
        <SignedInAccount
          // Purchases made with the address can be shown now, so everything is loaded again.
          key={`${account.user.username} ${account.user.emailVerified}`}
          user={account.user}
          onVerified={() => {
            setVerified(username);
            // The focused form is gone.
            focusOn();
          }}
          onDeletionAttempt={setDeleting}
          onSessionEndMeans={setDeletionAsked}
        />
      ) : (
        <BesideTheApp>
          {account.status === 'unknown' ? (
            <AccountPending failure={account.failure} />
          ) : (
            <SignInForm
              // Also when another tab, another device or the end of the session has done it.
              reason={wasSignedIn && !isDeleting && !deletionAsked ? 'You are signed out.' : null}
              onSignedIn={() => {
                if (takeCheckout()) navigate(paths.cart());
              }}
            />
          )}
        </BesideTheApp>
      )}
    </Page>
  );
}

function DeletionNoted() {
  return (
    <Notice kind="info" silent title="Your account will be deleted">
      The sign-in service does not answer right now. Your wish is noted: once the service is back, your
      account and all its data are deleted without anything more from you. You are signed out, and can leave
      this page.
    </Notice>
  );
}
