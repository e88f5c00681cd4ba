import { useState } from 'react';
import { fetchOwnOrders } from '#client/api/own-orders.ts';
import { serverNow } from '#client/api/server-clock.ts';
import type { AccountUser } from '#client/auth/account.ts';
import { takesPasskeys } from '#client/auth/load-identity.ts';
import { passkeyWasOffered } from '#client/auth/passkeys-memory.ts';
import { SignOut } from '#client/auth/SignOut.tsx';
import { siteConfig } from '#client/config.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Stack } from '#client/ui/Page.tsx';
import { useStepFocus } from '#client/ui/use-step-focus.ts';
import { Authenticator } from './Authenticator.tsx';
import { callFaultText } from './call-fault.ts';
import { DeleteAccount } from './DeleteAccount.tsx';
import { LatePart } from './LatePart.tsx';
import { MyOrders } from './MyOrders.tsx';
import { MyProducts } from './MyProducts.tsx';
import { isUnopenedGift } from './order-words.ts';
import { PasskeyOffer } from './PasskeyOffer.tsx';
import { ProveIdentity } from './ProveIdentity.tsx';
import { isRecentSignIn } from './recent-sign-in.ts';
import styles from './SignedInAccount.module.css';
import { fetchShelf } from './shelf.ts';
import { UnlockContent } from './UnlockContent.tsx';
import { useAccountData } from './use-account-data.ts';
import { type DeletionWatch, useAccountPage } from './use-account-page.ts';
import { VerifyEmail } from './VerifyEmail.tsx';

const loadSessionList = async () => (await import('./SessionList.tsx')).SessionList;
const loadPasskeys = async () => (await import('./Passkeys.tsx')).Passkeys;
const loadChangePassword = async () => (await import('./ChangePassword.tsx')).ChangePassword;

interface SignedInAccountProps extends DeletionWatch {
  user: AccountUser;
  onVerified: () => void;
}

/** The account page of the signed-in person. */
export function SignedInAccount({ user, onVerified, ...deletionWatch }: SignedInAccountProps) {
  const { state, send, activate, deleteAccount, deleteProved } = useAccountPage(deletionWatch);
  const [products, reload] = useAccountData(fetchShelf);
  const [orders, reloadOrders] = useAccountData(fetchOwnOrders);
  const focusRef = useStepFocus(focusKey(state));
  // Evaluated once, so that the offer stays visible although it is stored as made.
  const [offersPasskey] = useState(
    () => takesPasskeys() && !passkeyWasOffered() && isRecentSignIn(user.idToken, serverNow().getTime()),
  );

  if (state.mode === 'unlock') {
    const goBack = () => {
      send({ type: 'wentBack' });
      reload();
      reloadOrders();
    };
    return (
      <UnlockContent state={state} send={send} goBack={goBack} onActivate={activate} focusRef={focusRef} />
    );
  }
  if (state.mode === 'delete') {
    return (
      <DeleteAccount
        state={state}
        username={user.username}
        gives={orders.status === 'loaded' && orders.value.some(isUnopenedGift)}
        onCancel={() => send({ type: 'deleteCancelled' })}
        onConfirm={deleteAccount}
        headingRef={focusRef}
      />
    );
  }
  if (state.mode === 'prove') {
    return (
      <ProveIdentity
        username={user.username}
        purpose="so that nobody else deletes what is yours: then your account is deleted permanently."
        label="Delete my account permanently"
        onProved={() => void deleteProved()}
        onCancel={() => send({ type: 'deleteCancelled' })}
        headingRef={focusRef}
      />
    );
  }
  return (
    <div className={styles['account']}>
      <Stack gap="far">
        <Stack>
          <p>
            Logged in as <strong translate="no">{user.username}</strong>
          </p>
          <p className={styles['address']}>
            Email address: <strong>{user.email}</strong>
          </p>
          {navigator.cookieEnabled ? null : (
            <Notice kind="info">
              <p>This browser refuses our cookie, so you stay signed in only as long as this page is open.</p>
            </Notice>
          )}
          {offersPasskey ? <PasskeyOffer username={user.username} /> : null}
          {user.emailVerified ? null : <VerifyEmail user={user} onVerified={onVerified} />}
        </Stack>
        <Stack>
          <h2 ref={focusRef} tabIndex={-1}>
            My Products
          </h2>
          <MyProducts products={products} onRetry={reload} />
          <Button variant="quiet" onClick={() => send({ type: 'unlockOpened' })}>
            Unlock Content
          </Button>
        </Stack>
        <Stack>
          <h2>Your orders</h2>
          <MyOrders orders={orders} onRetry={reloadOrders} />
        </Stack>
      </Stack>
      {/* Security settings beside the products. */}
      <Stack gap="far">
        <LatePart
          user={user}
          heading="Where you are signed in"
          lead="See in which browsers your account is open, and sign them out."
          label="Show where you are signed in"
          load={loadSessionList}
        />
        <LatePart
          user={user}
          heading="Your password"
          lead="A new one signs out every other browser and the app."
          label="Change your password"
          load={loadChangePassword}
        />
        {takesPasskeys() ? (
          <LatePart
            user={user}
            heading="Passkeys"
            lead="Sign in with your fingerprint, your face or your device's lock, without a password."
            label="Show your passkeys"
            load={loadPasskeys}
          />
        ) : null}
        {siteConfig().identity.authenticator ? <Authenticator user={user} /> : null}
        <SignOut
          faultText={callFaultText}
          beside={
            <Button variant="danger" onClick={() => send({ type: 'deleteOpened' })}>
              Delete Account
            </Button>
          }
        >
          Sign Out
        </SignOut>
      </Stack>
    </div>
  );
}

/** The focus moves when this changes: with every mode, and while unlocking with every status except busy. */
function focusKey(state: ReturnType<typeof useAccountPage>['state']): string {
  if (state.mode === 'unlock') return `unlock ${state.status}`;
  if (state.mode === 'delete') return `delete ${state.deleting ? '' : (state.fault?.kind ?? '')}`;
  return state.mode;
}
