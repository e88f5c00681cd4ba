import { type Ref, type RefCallback, useEffect, useRef } from 'react';
import { siteConfig } from '#client/config.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmailField } from '#client/ui/EmailField.tsx';
import { FlowForm } from '#client/ui/FlowForm.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { ButtonRow, Stack } from '#client/ui/Page.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { useStepFocus } from '#client/ui/use-step-focus.ts';
import type { Order } from '#shared/api/orders.ts';
import type { Withdrawal as WithdrawalAnswer } from '#shared/api/withdrawals.ts';
import { shopDayInWords } from '#shared/day-in-words.ts';
import { longestWithdrawalName } from '#shared/withdrawal-limits.ts';
import { SupportMail } from './SupportMail.tsx';
import { useWithdrawal, type WithdrawalFlow } from './use-withdrawal.ts';
import styles from './Withdrawal.module.css';

interface WithdrawalProps {
  /** The checkout session's id. */
  orderId: string;
  order: Order;
  /** The withdrawal is declared: the rest of the page has to be asked for again. */
  onReceived: () => void;
}

/**
 * Withdrawing from a purchase, on the page of its order, as long as the right lasts: a statement, its effect, the
 * confirmation, and a text to keep. The order of the steps and the labels follow directive 2011/83/EU, article 11a.
 * Nothing for an order without that right.
 */
export function Withdrawal({ orderId, order, onReceived }: WithdrawalProps) {
  // Where its buyer looks, the statement begins with the order's address.
  const flow = useWithdrawal(orderId, order.yours ? order.email : null, onReceived);
  const { step } = flow.state;
  const focus = useStepFocus(step);
  const section = useRef<HTMLElement>(null);
  const { withdrawal } = order;
  const receivedAt = withdrawal?.receivedAt ?? null;
  const isOpen = step === 'received';
  // The way into the app above is gone now, unless something was kept. Safari does not hold the page in place by itself:
  // without this the confirmation would have moved off the screen.
  useEffect(() => {
    if (isOpen && receivedAt !== null)
      section.current?.querySelector('h2')?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, receivedAt]);
  useEffect(() => {
    // Declared in another tab, or here by a try whose answer was lost.
    if (step === 'confirm' && receivedAt !== null) flow.close();
  });
  return withdrawal ? (
    <section ref={section} className={styles['withdrawal']} aria-label="Right of withdrawal">
      <Step flow={flow} order={order} withdrawal={withdrawal} focus={focus} />
    </section>
  ) : null;
}

/** What a withdrawal means for a gift. */
function endOfGift(gift: Order['gift']): string {
  if (gift === undefined) return '';
  return gift.openedAt === null
    ? ', as long as nobody has opened the gift'
    : '. Somebody has opened the gift: with the money, it is taken from them';
}

interface CurrentStepProps {
  flow: WithdrawalFlow;
  order: Order;
  withdrawal: NonNullable<Order['withdrawal']>;
  focus: RefCallback<HTMLElement>;
}

function Step({ flow, order, withdrawal, focus }: CurrentStepProps) {
  const { gift, paidBefore } = order;
  const { receivedAt, paidBack } = withdrawal;
  switch (flow.state.step) {
    case 'closed':
      return (
        <>
          {receivedAt === null ? (
            <p>
              {paidBefore
                ? 'You can withdraw from this purchase and get this payment back. What you have stays unlocked.'
                : `Changed your mind? You can withdraw from this purchase and get your money back${endOfGift(gift)}.`}
            </p>
          ) : (
            <p key="done">
              You withdrew on <time dateTime={receivedAt}>{shopDayInWords(receivedAt)}</time>.{' '}
              <span>
                {paidBack
                  ? 'Your money has gone back to you; a bank may take some days over it.'
                  : 'Your money comes back within 14 days of that day.'}
              </span>
            </p>
          )}
          <Button variant="quiet" onClick={flow.open} ref={focus}>
            {receivedAt === null ? 'Withdraw from contract here' : 'Show the confirmation'}
          </Button>
        </>
      );
    case 'statement':
      return <Statement flow={flow} isDeclared={receivedAt !== null} headingRef={focus} />;
    case 'confirm':
      return <Confirm flow={flow} answer={flow.state.withdrawal} gift={gift} headingRef={focus} />;
    case 'received':
      return <Received received={flow.state.received} headingRef={focus} />;
  }
}

interface StepProps {
  flow: WithdrawalFlow;
  headingRef: Ref<HTMLHeadingElement>;
}

/** @param isDeclared the statement was made: this only finds its confirmation, which others must not read */
function Statement({ flow, isDeclared, headingRef }: StepProps & { isDeclared: boolean }) {
  return (
    <FlowForm
      heading={isDeclared ? 'The confirmation of your withdrawal' : 'Withdraw from contract'}
      headingRef={headingRef}
      lead={
        isDeclared
          ? 'You have withdrawn, and nothing is declared again. Enter your name and the address of your statement: its confirmation is shown to nobody else.'
          : 'You need not give a reason. Nothing happens yet: the next step shows what a withdrawal does.'
      }
      fault={flow.fault}
      busy={flow.busy}
      onSubmit={() => void flow.proceed()}
      actions={
        <>
          <Button type="submit" busy={flow.busy} busyLabel="Looking at your order">
            {isDeclared ? 'Show the confirmation' : 'Continue'}
          </Button>
          <Button variant="quiet" onClick={flow.close}>
            Cancel
          </Button>
        </>
      }
    >
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        required
        maxLength={longestWithdrawalName}
        value={flow.name}
        onChange={flow.setName}
        error={flow.fault?.fields.name}
      />
      <EmailField
        label="Email address"
        value={flow.email}
        onChange={flow.setEmail}
        error={flow.fault?.fields.email}
        hint={isDeclared ? 'As in your statement.' : 'Where we can reach you about it.'}
      />
    </FlowForm>
  );
}

function Confirm({
  flow,
  answer,
  gift,
  headingRef,
}: StepProps & { answer: WithdrawalAnswer; gift: Order['gift'] }) {
  return (
    <Stack>
      <h2 ref={headingRef} className={styles['heading']} tabIndex={-1}>
        What your withdrawal does
      </h2>
      <p>
        You get {answer.refundText} back, by the means you paid with, within 14 days.{' '}
        <span>
          {answer.staysUnlocked
            ? 'You have paid for these twice, so they stay in your account:'
            : gift === undefined
              ? 'With the money, these leave your account:'
              : gift.openedAt === null
                ? 'With the money, the link of your gift opens these no more:'
                : 'Somebody has opened your gift. With the money, these leave their account:'}
        </span>
      </p>
      <Titles products={answer.products} />
      {answer.products.length > 1 && !answer.staysUnlocked ? (
        <p>
          Only from some of them? Then keep everything here, and write to <SupportMail /> which ones you mean:
          a mail counts as well.
        </p>
      ) : null}
      {answer.kept.length > 0 ? (
        <>
          <p>These stay yours, because the right to withdraw from them has ended:</p>
          <Titles products={answer.kept} />
        </>
      ) : null}
      {flow.fault ? (
        <Notice
          key={flow.failures}
          kind="error"
          title={
            flow.unheard
              ? 'We did not hear whether your withdrawal is recorded'
              : 'Your withdrawal was not recorded'
          }
        >
          {flow.fault.message}
        </Notice>
      ) : null}
      <ButtonRow>
        <Button
          variant="danger"
          busy={flow.busy}
          busyLabel="Recording your withdrawal"
          onClick={() => void flow.proceed()}
        >
          Confirm withdrawal
        </Button>
        {/* Nobody can promise that while the withdrawal may be recorded. */}
        {flow.unheard ? null : (
          <Button variant="quiet" disabled={flow.busy} onClick={flow.close}>
            Keep everything
          </Button>
        )}
      </ButtonRow>
    </Stack>
  );
}

function Titles({ products }: { products: WithdrawalAnswer['products'] }) {
  return (
    <ul>
      {products.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  );
}

interface ReceivedProps {
  received: NonNullable<WithdrawalAnswer['received']>;
  headingRef: Ref<HTMLHeadingElement>;
}

function Received({ received, headingRef }: ReceivedProps) {
  const { reference, confirmation } = received;
  return (
    <Stack>
      <h2 ref={headingRef} className={styles['heading']} tabIndex={-1}>
        We have received your withdrawal
      </h2>
      {confirmation === undefined ? (
        <p>
          Withdrawal <span translate="no">{reference}</span> was declared with another email address than this
          one. The confirmation is shown to whoever enters that address.
        </p>
      ) : (
        <>
          <p>
            {siteConfig().writesMail
              ? 'Keep this confirmation: it is your proof. We send it to the address of your statement by mail as well.'
              : 'Keep this confirmation: it is your proof.'}
          </p>
          <pre className={styles['confirmation']} translate="no">
            {confirmation}
          </pre>
          <p>
            <a
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(confirmation)}`}
              download={`withdrawal-${reference}.txt`}
            >
              Download the confirmation as a text
            </a>
          </p>
        </>
      )}
    </Stack>
  );
}
