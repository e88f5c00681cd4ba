import { useState } from 'react';
import { postClaim } from '#client/api/claims.ts';
import { ApiProblem, isUnauthorized } from '#client/api/problem.ts';
import { waitText } from '#client/api/wait-text.ts';
import { rememberOpening } from '#client/app-link/OpeningWaits.tsx';
import { AccountPending } from '#client/auth/AccountPending.tsx';
import { useAccount, useWasSignedIn, withFreshToken } from '#client/auth/account.ts';
import { SignInForm } from '#client/auth/SignInForm.tsx';
import { useHeadingFocus } from '#client/auth/use-heading-focus.ts';
import { useParameter } from '#client/shell/use-parameter.ts';
import { Button, ButtonLink } from '#client/ui/Button.tsx';
import { focusOn, giveFocus } from '#client/ui/keep-focus.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import { useBusy } from '#client/ui/use-busy.ts';
import { useLeaving } from '#client/ui/use-leaving.ts';
import type { Claim } from '#shared/api/claims.ts';
import { paths } from '#shared/routes.ts';
import { claimWords } from './claim-words.ts';
import styles from './OpenScreen.module.css';

const signedOut =
  'You have been signed out, and nothing is used up. Sign in again, then press the button once more.';

type Taking = 'ready' | 'busy' | { kind: 'answered'; claim: Claim } | { kind: 'failed'; why: string };

interface TakeItProps {
  /** It is on the account of this person now. */
  onTaken: () => void;
  /** It is not to be had: the page reports why. */
  onGone: () => void;
}

/** Claims a link's content for an account right here, without the app: a signed-in person presses one button. */
export function TakeIt({ onTaken, onGone }: TakeItProps) {
  const account = useAccount();
  const token = useParameter();
  const [taking, setTaking] = useState<Taking>('ready');
  const wasSignedIn = useWasSignedIn(account);
  const leaving = useLeaving();
  useBusy(taking === 'busy');
  useHeadingFocus(account, '#take');

  const take = async () => {
    setTaking('busy');
    try {
      const claim = await withFreshToken(({ idToken }) => postClaim(token, idToken));
      if (claim.valid) onTaken();
      if (claim.valid || claim.error === 'already_owned') {
        rememberOpening(null);
        return setTaking({ kind: 'answered', claim });
      }
      setTaking('ready');
      // Whoever has gone elsewhere meanwhile keeps the focus there.
      if (leaving().aborted) return;
      // Somebody else was quicker, or it was refunded: the page reports it, without this part.
      focusOn();
      onGone();
    } catch (error) {
      setTaking(isUnauthorized(error) ? 'ready' : { kind: 'failed', why: whyOf(error) });
    }
  };
  if (typeof taking === 'object' && taking.kind === 'answered') return <Answered claim={taking.claim} />;
  return (
    <section className={styles['take']} aria-labelledby="take">
      <h2 id="take" tabIndex={-1}>
        Or put it on your account here
      </h2>
      {account.status === 'unknown' ? <AccountPending failure={account.failure} /> : null}
      {account.status === 'nobody' ? (
        <>
          <p>Log in, and press one button. No account yet? Create one, then open this link again.</p>
          <SignInForm onSignedIn={() => undefined} reason={wasSignedIn ? signedOut : null} />
        </>
      ) : null}
      {account.status === 'signed-in' ? (
        <>
          <p>{`You are logged in as ${account.user.username}.`}</p>
          {typeof taking === 'object' ? <Notice kind="error">{taking.why}</Notice> : null}
          <ButtonRow>
            <Button
              busy={taking === 'busy'}
              busyLabel="Putting it on your account"
              onClick={() => void take()}
            >
              Put it on my account
            </Button>
          </ButtonRow>
        </>
      ) : null}
    </section>
  );
}

/** The result. Its first line takes the focus, because the focused button is gone. */
function Answered({ claim }: { claim: Claim }) {
  if (claim.valid) {
    return (
      <Notice
        kind="success"
        silent
        actions={<ButtonLink href={paths.account()}>See your products</ButtonLink>}
      >
        <h2 ref={giveFocus} tabIndex={-1}>
          It is yours
        </h2>
        <p>
          It is on the account you are logged in with. Log in to the app with the same one, and put your
          headphones on.
        </p>
      </Notice>
    );
  }
  const words = claim.error ? claimWords[claim.error] : null;
  return (
    <Notice kind="info" silent>
      <h2 ref={giveFocus} tabIndex={-1}>
        {words?.title ?? 'It could not be opened'}
      </h2>
      <p>{words?.sentence ?? 'Load this page again in a moment.'}</p>
    </Notice>
  );
}

function whyOf(error: unknown): string {
  if (error instanceof ApiProblem && error.code === 'too_many_requests') {
    return `That was many tries in a short time. Nothing is used up. Try again in ${waitText(error.retryAfterSeconds)}.`;
  }
  if (error instanceof ApiProblem && error.code === 'deletion_under_way')
    return 'This account is being deleted, and this would be deleted with it. Nothing is used up: sign out, and open the link with another account.';
  return 'The shop did not answer. Try again: it does no harm.';
}
