import { useAccount } from '#client/auth/account.ts';
import { handOver } from '#client/auth/between-screens.ts';
import { lastCheckout } from '#client/cart/last-checkout.ts';
import { typedEmail } from '#client/cart/use-guest-email.ts';
import { ButtonLink } from '#client/ui/Button.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import { Prose } from '#client/ui/Prose.tsx';
import type { Order } from '#shared/api/orders.ts';
import { paths } from '#shared/routes.ts';
import styles from './NextSteps.module.css';
import type { OrderWords } from './order-words.ts';

interface NextStepsProps {
  inTheApp: Exclude<OrderWords['inTheApp'], 'nothing'>;
  /** The checkout session's id, if the URL has one. */
  sessionId: string | null;
  order: Order | null;
  /** A claim link is shown above; this is the alternative, as long as the order is on no account. */
  hasLink: boolean;
}

/** What to log in to the app with. */
const keys = {
  yours: 'the account that you are logged in with here',
  another: 'the account that your order is on. Its email address need not be the one that you bought with',
  none: 'the same email address that you bought with',
} as const;

const promises = {
  waits: ' What you bought is waiting.',
  'from its day': ' What you bought is there from the day it comes out.',
  'will wait': ' What you bought is there as soon as the money is here.',
  unknown: '',
} as const;

/** The steps from the payment to the app. */
export function NextSteps({ inTheApp, sessionId, order, hasLink }: NextStepsProps) {
  const account = useAccount();
  const onAccount = order?.onAccount ?? 'none';
  // A new account would have nothing of an order that is on another one.
  const needsAccount = account.status !== 'signed-in' && onAccount === 'none';
  const byAddress = hasLink && onAccount === 'none';
  return (
    <>
      <section className={styles['next']}>
        <h2>{byAddress ? 'Or by your email address' : 'Now, your headphones'}</h2>
        <Prose>
          <ol>
            <li>Download our free app on your phone.</li>
            <li>{`Log in there with ${keys[onAccount]}.${promises[inTheApp]}`}</li>
            {needsAccount ? (
              <li>No account yet? Create one with that same address; it takes a minute.</li>
            ) : null}
          </ol>
        </Prose>
      </section>
      <ButtonRow>
        <ButtonLink href={paths.download()} variant={hasLink ? 'quiet' : 'primary'}>
          Download the app
        </ButtonLink>
        {account.status === 'signed-in' ? (
          <ButtonLink href={paths.account()} variant="quiet">
            See your products
          </ButtonLink>
        ) : (
          <>
            {needsAccount ? (
              <ButtonLink
                href={paths.createAccount()}
                variant="quiet"
                onClick={() => handOverAddress(sessionId, order)}
              >
                Create account
              </ButtonLink>
            ) : null}
            <ButtonLink href={paths.account()} variant="quiet">
              I have an account
            </ButtonLink>
          </>
        )}
      </ButtonRow>
    </>
  );
}

/**
 * Prefills the form for a new account with the order's address, in the browser that paid; while that is loading, with
 * what was typed.
 */
function handOverAddress(sessionId: string | null, order: Order | null): void {
  const typed = lastCheckout()?.sessionId === sessionId ? typedEmail.read() : null;
  const email = (order?.yours ? order.email : null) ?? typed;
  if (email) handOver({ email });
}
