import type { ReactNode } from 'react';
import type { OperatorOrder } from '#shared/api/operator-orders.ts';
import { giftStandingText } from '#shared/gift-standing.ts';
import { formatAmount, formatCharged } from '#shared/presentment.ts';
import { CustomerLink } from './CustomerLink.tsx';
import styles from './Operator.module.css';
import { actorText, codeText, letterStateText, letterText, shopMomentText } from './words.ts';

/** An order's data and history. */
export function OrderFacts({ details }: { details: OperatorOrder }) {
  const { summary, charged, gift, withdrawal, payments, grants, history, moves, letters, actions } = details;
  return (
    <dl className={styles['facts']}>
      <Fact name="Payment" exact>
        {summary.paymentIntentId ?? 'none'}
      </Fact>
      <Fact name="Account" exact={summary.accountId !== null}>
        {summary.accountId ?? (gift ? 'none: it is a gift' : 'waits for the owner of the address')}
      </Fact>
      {charged ? <Fact name="Charged as">{formatCharged(charged)}</Fact> : null}
      {gift ? <Fact name="Gift">{giftStandingText(gift)}</Fact> : null}
      {details.vatOre === null ? null : (
        <Fact name="VAT">
          {`${formatAmount(details.vatOre, summary.currency)}${details.country === null ? '' : ` (${details.country})`}`}
        </Fact>
      )}
      {details.vatOre === null && details.country !== null ? (
        <Fact name="Country">{details.country}</Fact>
      ) : null}
      {details.invoiceId === null ? null : (
        <Fact name="Invoice" exact>
          {details.invoiceId}
        </Fact>
      )}
      {details.termsVersion === null ? null : <Fact name="Terms">version of {details.termsVersion}</Fact>}
      {details.consentText === null ? null : (
        <Fact name="Consent" exact>
          {details.consentText}
        </Fact>
      )}
      {withdrawal ? (
        <Fact name="Withdrawal" exact>
          {withdrawalText(withdrawal, summary)}
        </Fact>
      ) : null}
      {details.mayWithdraw === '' ? null : <Fact name="Withdrawal">{details.mayWithdraw}</Fact>}
      {payments.map(({ kind, id, status, amountOre }) => (
        <Fact key={id} name={kind === 'refund' ? 'Refund' : 'Dispute'}>
          {`${formatAmount(amountOre, summary.currency)}, ${codeText(status)} (${id})`}
        </Fact>
      ))}
      {moves.map(({ at, from, to, reason, actor }) => (
        <Fact key={at} name="Moved" exact>
          from {from} to {to}, {shopMomentText(at)}, {actor}: {reason}
        </Fact>
      ))}
      {letters.map(({ kind, state, fault, writtenAt, endedAt }) => (
        <Fact key={`${kind} ${writtenAt}`} name="Mail">
          {`${letterText(kind)}: ${letterStateText(state, fault)}, ${shopMomentText(endedAt ?? writtenAt)}`}
        </Fact>
      ))}
      <Fact name="Unlocks">
        {grants.length === 0 ? <span>nothing</span> : null}
        {/* A gift is on the account of whoever opened it, which is not the order's. */}
        {[...new Set(grants.map(({ accountId }) => accountId))].map((accountId) => (
          <div key={accountId}>
            <span>
              {grants
                .filter((grant) => grant.accountId === accountId)
                .map(unlockText)
                .join(', ')}
            </span>
            {accountId === null ? null : (
              <span>
                {' '}
                on account <CustomerLink customer={accountId} />
              </span>
            )}
          </div>
        ))}
      </Fact>
      <Fact name="History">
        <ol className={styles['history']}>
          {history.map(({ at, adventureId, what, reason, actor }) => (
            <li key={`${at} ${adventureId} ${what}`}>
              {shopMomentText(at)}: {adventureId} {codeText(what)} ({codeText(reason)}, {codeText(actor)})
            </li>
          ))}
        </ol>
      </Fact>
      {actions.length > 0 ? (
        <Fact name="What operators did">
          <ol className={styles['history']}>
            {actions.map(({ at, actor, action, reason }) => (
              <li key={`${at} ${action}`}>
                {`${shopMomentText(at)}: ${actorText(actor)} ${action}${reason ? `: ${reason}` : ''}`}
              </li>
            ))}
          </ol>
        </Fact>
      ) : null}
    </dl>
  );
}

const unlockText = ({ adventureId, withheld }: OperatorOrder['grants'][number]): string =>
  withheld ? `${adventureId} (not now: ${codeText(withheld)})` : adventureId;

function withdrawalText(
  { productIds, refundOre, name, email, receivedAt, reference }: NonNullable<OperatorOrder['withdrawal']>,
  summary: OperatorOrder['summary'],
): string {
  const other = email === summary.email ? '' : ', which is not the order’s address';
  return `${productIds.join(', ')} for ${formatAmount(refundOre, summary.currency)}, by ${name} <${email}>${other}, ${shopMomentText(receivedAt)} (${reference})`;
}

interface FactProps {
  name: string;
  /** An id, an address or what somebody declared: a browser that translates the page leaves it as it is. */
  exact?: boolean;
  children: ReactNode;
}

/** One line of what is known, for a `dl`. */
export function Fact({ name, exact = false, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd translate={exact ? 'no' : undefined}>{children}</dd>
    </div>
  );
}
