import { useState } from 'react';
import { serverNow } from '#client/api/server-clock.ts';
import { Button } from '#client/ui/Button.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import { useStepFocus } from '#client/ui/use-step-focus.ts';
import type { GiftCard as Card, Order } from '#shared/api/orders.ts';
import { shopDay } from '#shared/shop-day.ts';
import styles from './Gift.module.css';
import { GiftCard } from './GiftCard.tsx';
import { GiftForm } from './GiftForm.tsx';
import { whereItIs } from './gift-card-words.ts';
import { forgetGiftDraft } from './gift-draft.ts';

interface GiftProps {
  orderId: string;
  order: Order;
  card: Card;
  onChanged: (order: Order) => void;
  /** It may have changed: no answer came. */
  onUnheard: () => void;
}

type Step = 'overview' | 'write' | 'card';

/** A gift's delivery state, and its buyer's options until somebody has opened it. */
export function Gift({ orderId, order, card, onChanged, onUnheard }: GiftProps) {
  const isWritten = card.sendOn !== null;
  const [step, setStep] = useState<Step>(isWritten ? 'overview' : 'write');
  const focus = useStepFocus(step);
  const toCard = () => setStep('card');
  const leave = () => {
    forgetGiftDraft();
    setStep('overview');
  };
  return (
    <section className={styles['gift']} aria-labelledby="gift">
      <h2 id="gift" ref={focus} tabIndex={-1}>
        Your gift
      </h2>
      {/* The focus goes to the heading when the card is written, and the news about the letter comes after it. */}
      <p role="status">{whereItIs(card, shopDay(serverNow()))}</p>
      {step === 'write' ? (
        <GiftForm
          orderId={orderId}
          card={card}
          onWritten={(changed, { recipient }) => {
            setStep(recipient === null ? 'card' : 'overview');
            onChanged(changed);
          }}
          onUnheard={onUnheard}
          onLeave={isWritten ? leave : toCard}
          leaveText={isWritten ? 'Leave it as it is' : 'Only show me the link'}
        />
      ) : (
        <ButtonRow>
          <Button variant="quiet" onClick={() => setStep('write')}>
            {isWritten ? 'Change it or send it again' : 'Write the card'}
          </Button>
          {step === 'overview' ? (
            <Button variant="quiet" onClick={toCard}>
              Show the card to print
            </Button>
          ) : null}
        </ButtonRow>
      )}
      {step === 'card' ? (
        <GiftCard
          // Another recipient gets another link.
          key={card.recipient}
          orderId={orderId}
          titles={order.products.filter(({ returned }) => !returned).map(({ title }) => title)}
          card={card}
        />
      ) : null}
    </section>
  );
}
