import { Notice } from '#client/ui/Notice.tsx';
import { isAccountId } from '#shared/account-id.ts';
import type { OperatorCustomer } from '#shared/api/customers.ts';
import { formatAmount } from '#shared/presentment.ts';
import { ConfirmedAction } from './ConfirmedAction.tsx';
import { CustomerGrants } from './CustomerGrants.tsx';
import { erasedText } from './erasure-words.ts';
import styles from './Operator.module.css';
import { Fact } from './OrderFacts.tsx';
import { copyCustomer, eraseCustomer, signOutCustomer } from './operator-calls.ts';
import { Section } from './Section.tsx';
import { saveFile } from './save-file.ts';
import { orderAddress } from './sections.ts';
import { TaskButton } from './TaskButton.tsx';
import { actorText, codeText, counted, orderText, productText, shopDayOf, shopMomentText } from './words.ts';

interface CustomerFileProps {
  customer: OperatorCustomer;
  /** Called when something about the customer has changed: reload. */
  onChanged: () => void;
}

/** Everything known about a person, and the actions for them; of somebody unknown only what can be given to them. */
export function CustomerFile({ customer, onChanged }: CustomerFileProps) {
  const { key, address, identities, mentions, orders, redemptions, sessions, actions, deletionPending } =
    customer;
  // The key keeps what a gift to somebody unknown came to, when they are known by it.
  const grants = <CustomerGrants key="grants" customer={customer} onChanged={onChanged} />;
  // Whoever only uses the app may be known by nothing here. A user name that nobody has can be given nothing.
  if (identities.length === 0) return key.includes('@') || isAccountId(key) ? grants : null;
  const isSharedAddress = key.includes('@') && identities.some(({ accountId }) => accountId !== null);
  return (
    <>
      {deletionPending ? (
        <Notice kind="info">
          This account is being deleted: it waits for the identity service, and ends by itself.
        </Notice>
      ) : null}
      <Section id="known" title="Who it is">
        <dl className={styles['facts']}>
          {identities.map(({ accountId, email, username }) => (
            <Fact key={`${accountId} ${email}`} name={accountId ? 'Account' : 'Address'} exact>
              {[accountId, email, username].filter(Boolean).join(', ')}
            </Fact>
          ))}
          <Fact name="Signed in">{sessions === 0 ? 'nowhere' : `in ${counted(sessions, 'browser')}`}</Fact>
        </dl>
      </Section>
      {grants}
      {actions.length > 0 ? (
        <Section id="by-hand" title="Given and taken by hand">
          <ul className={styles['history']}>
            {actions.map(({ at, actor, action, grant, reason }) => (
              <li key={`${at} ${action} ${grant}`}>
                {`${shopMomentText(at)}: ${actorText(actor)} ${action} ${grant}${reason ? `: ${reason}` : ''}`}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section id="bought" title="Orders">
        {orders.length === 0 ? <p>None.</p> : null}
        <ul className={styles['history']}>
          {orders.map(({ checkoutSessionId, paidAt, productIds, totalOre, currency, standing }) => (
            <li key={checkoutSessionId}>
              {shopDayOf(paidAt)}: {productIds.map(productText).join(', ')},{' '}
              {formatAmount(totalOre, currency)}, {codeText(standing)}.{' '}
              <a
                href={orderAddress(checkoutSessionId)}
                aria-label={`Open the order of ${orderText({ paidAt, productIds })}`}
              >
                Open the order of {shopMomentText(paidAt)}
              </a>
            </li>
          ))}
        </ul>
      </Section>
      {mentions.length > 0 ? (
        <Section id="named" title="Named elsewhere">
          <ul className={styles['history']}>
            {mentions.map(({ what, checkoutSessionId }) => (
              <li key={`${what} ${checkoutSessionId}`}>
                {codeText(what)}
                {checkoutSessionId === null ? null : (
                  <span>
                    : <a href={orderAddress(checkoutSessionId)}>Open the order {checkoutSessionId}</a>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {redemptions.length > 0 ? (
        <Section id="redeemed" title="Codes redeemed">
          <ul className={styles['history']}>
            {redemptions.map(({ code, campaign, redeemedAt }) => (
              <li key={code}>
                {shopMomentText(redeemedAt)}: <code translate="no">{code}</code>, {campaign}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section id="rights" title="What they may ask for">
        <SaveCopy customer={key} address={address}>
          Save a copy of their data
        </SaveCopy>
        {sessions > 0 ? (
          <ConfirmedAction
            action="Sign them out everywhere"
            about={key}
            question={
              <p>
                Every browser of theirs signs in anew. The app stays signed in: the user pool can sign it out.
              </p>
            }
            confirm="Sign them out"
            run={async (reason) => {
              const { sessions: ended, notRevoked } = await signOutCustomer({ customer: key, reason });
              return `${counted(ended, 'session')} ended.${notRevoked > 0 ? ` The identity service did not answer for ${notRevoked}.` : ''}`;
            }}
          />
        ) : null}
        <ConfirmedAction
          action="Erase this person"
          about={key}
          variant="danger"
          question={
            <p>
              {[
                `Everything that ${key}${address === null || address === key ? '' : ` and its address ${address}`} has unlocked is lost for good, and every browser is signed out.`,
                address === null &&
                  'No address is known to be this account’s alone: what waits for one stays until you erase the address too.',
                mentions.some(({ what }) => what === 'gift') && 'A gift for them is its giver’s again.',
                'Payment records stay until seven years after the end of their year, as the law on bookkeeping asks. The user in the user pool is deleted there, by you.',
              ]
                .filter(Boolean)
                .join(' ')}
            </p>
          }
          confirm="Erase for good"
          busyLabel="Erasing"
          run={async (reason) => erasedText(customer, await eraseCustomer({ customer: key, reason }))}
        />
        {isSharedAddress ? <AddressAlone email={key} /> : null}
      </Section>
    </>
  );
}

/** The same of an address that accounts have used as well: whoever has it may be another than they. */
function AddressAlone({ email }: { email: string }) {
  return (
    <>
      <SaveCopy customer={email} address={email} addressOnly>
        Save a copy of what is on no account
      </SaveCopy>
      <ConfirmedAction
        action="Erase what is on no account"
        about={email}
        variant="danger"
        question={
          <p>
            What waits for {email} is lost for good, and a gift for it is its giver’s again. What is on an
            account stays there. Payment records stay until seven years after the end of their year, as the
            law on bookkeeping asks.
          </p>
        }
        confirm="Erase for good"
        busyLabel="Erasing"
        run={async (reason) =>
          erasedText(
            { address: email, identities: [] },
            await eraseCustomer({ customer: email, reason, addressOnly: true }),
          )
        }
      />
    </>
  );
}

interface SaveCopyProps {
  customer: string;
  address: string | null;
  addressOnly?: boolean;
  children: string;
}

/** The export of their data (GDPR article 15), as a file. */
function SaveCopy({ customer, address, addressOnly = false, children }: SaveCopyProps) {
  return (
    <TaskButton
      busyLabel="Collecting"
      run={async (report) => {
        const { fileName, text, leftOut } = await copyCustomer({ customer, addressOnly });
        saveFile(fileName, text);
        const erased =
          leftOut > 0
            ? ` ${counted(leftOut, 'order')} left out: their buyer, or whoever had what they unlock, was erased, and may be another than who has the address now.`
            : '';
        const unknown =
          address === null ? ' What hangs on an address is left out: look up the address for that.' : '';
        report(`Saved as ${fileName}.${erased}${unknown} Send it to them in a way that only they can open.`);
      }}
    >
      {children}
    </TaskButton>
  );
}
