import { useEffect, useState } from 'react';
import { postGift } from '#client/api/gifts.ts';
import { isUnheard } from '#client/api/problem.ts';
import { serverNow } from '#client/api/server-clock.ts';
import { siteConfig } from '#client/config.ts';
import { Button } from '#client/ui/Button.tsx';
import { CheckBox } from '#client/ui/CheckBox.tsx';
import { EmailField } from '#client/ui/EmailField.tsx';
import { FlowForm } from '#client/ui/FlowForm.tsx';
import { type Fault, fieldFault } from '#client/ui/fault.ts';
import { TextArea } from '#client/ui/TextArea.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import type { GiftCard, Order } from '#shared/api/orders.ts';
import { isGiftDay } from '#shared/gift-day.ts';
import { longestGiftMessage, longestGiftSender } from '#shared/gift-words.ts';
import { holdsLink } from '#shared/holds-link.ts';
import { inputMessages, isEmail, normaliseEmail } from '#shared/identity-input.ts';
import { shopDay } from '#shared/shop-day.ts';
import { noLinks } from './change-faults.ts';
import styles from './Gift.module.css';
import { besideCard } from './gift-card-words.ts';
import {
  forgetGiftDraft,
  type GiftDraft,
  keepGiftDraft,
  mayHaveLetter,
  readGiftDraft,
} from './gift-draft.ts';
import { giftFault, messageFault, noSuchDay } from './gift-faults.ts';

interface GiftFormProps {
  orderId: string;
  card: GiftCard;
  /** @param order as it is now */
  onWritten: (order: Order, written: { recipient: string | null }) => void;
  /** The card may be written and its letter gone: no answer came. */
  onUnheard: () => void;
  onLeave: () => void;
  leaveText: string;
}

/** The form for a gift's card, and whether and when it is mailed. */
export function GiftForm({ orderId, card, onWritten, onUnheard, onLeave, leaveText }: GiftFormProps) {
  const today = shopDay(serverNow());
  const { writesMail } = siteConfig();
  const mayMail = writesMail && mayHaveLetter(card);
  const [before] = useState(() => startOf(orderId, card, { mayMail, today }));
  const [draft, setDraft] = useState(before);
  const { byMail, recipient, sendOn, sender, message } = draft;
  const change = (part: Partial<GiftDraft>) => setDraft((known) => ({ ...known, ...part }));
  // The number before the first attempt. If that attempt's answer was lost, the server recognises the retry by this
  // number.
  const [lettersWritten] = useState(card.lettersWritten);
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (draft !== before) keepGiftDraft(orderId, draft);
  }, [orderId, draft, before]);

  const submit = async () => {
    const address = normaliseEmail(recipient);
    const tooMuch = messageFault(message);
    const wrong = {
      ...(byMail && !isEmail(address) && { recipient: inputMessages.emailInvalid }),
      ...(byMail && !isGiftDay(sendOn, today) && { sendOn: noSuchDay }),
      ...(holdsLink(sender) && { sender: noLinks }),
      ...(holdsLink(message) && { message: noLinks }),
      ...(tooMuch !== null && { message: tooMuch }),
    };
    if (Object.keys(wrong).length > 0) return setFault(fieldFault(wrong));
    setFault(null);
    setBusy(true);
    try {
      const to = byMail ? address : null;
      const wrapping = { recipient: to, ...(byMail && { sendOn }), sender, message, lettersWritten };
      const order = await postGift(orderId, wrapping);
      forgetGiftDraft();
      onWritten(order, { recipient: to });
    } catch (error) {
      setFault(giftFault(error));
      if (isUnheard(error)) onUnheard();
    } finally {
      setBusy(false);
    }
  };

  return (
    <FlowForm
      heading="The card"
      lead="What stands here is all that they read of you. The price and your address are on no card."
      fault={fault}
      busy={busy}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button type="submit" busy={busy} busyLabel="Writing the card">
            {byMail ? (sendOn > today ? 'Send it on that day' : 'Send it now') : 'Make the card'}
          </Button>
          <Button variant="quiet" onClick={onLeave}>
            {leaveText}
          </Button>
        </>
      }
    >
      <TextField
        label="From"
        name="sender"
        value={sender}
        onChange={(text) => change({ sender: text })}
        error={fault?.fields.sender}
        maxLength={longestGiftSender}
        autoComplete="off"
        hint="Your name as they know it, or nothing."
      />
      <TextArea
        label="Your words"
        name="message"
        value={message}
        onChange={(text) => change({ message: text })}
        error={fault?.fields.message}
        hint={`Up to ${longestGiftMessage} characters, without links. Or nothing.`}
      />
      {mayMail ? (
        <fieldset className={styles['ways']}>
          <legend>How it gets there</legend>
          <CheckBox
            group="way"
            label="We send it by mail"
            checked={byMail}
            onChange={() => change({ byMail: true })}
          />
          <CheckBox
            group="way"
            label="I print the card, or pass the link on"
            checked={!byMail}
            onChange={() => change({ byMail: false })}
          />
        </fieldset>
      ) : writesMail ? (
        <p>This gift has had all its letters: its card can still be printed, and its link passed on.</p>
      ) : null}
      {byMail ? (
        <>
          <EmailField
            of="recipient"
            label="Their email address"
            value={recipient}
            onChange={(text) => change({ recipient: text })}
            error={fault?.fields.recipient}
            hint={
              card.recipient === null
                ? 'We write to it about this gift, and about nothing else.'
                : 'Another address than before makes a new link; the first letter and printed cards then open nothing.'
            }
          />
          <TextField
            label="The day it arrives"
            name="sendOn"
            type="date"
            required
            value={sendOn}
            onChange={(text) => change({ sendOn: text })}
            error={fault?.fields.sendOn}
            hint="From eight in the morning, Swedish time; today: at once."
          />
        </>
      ) : card.letter && besideCard[card.letter] ? (
        <p>{besideCard[card.letter]}</p>
      ) : null}
    </FlowForm>
  );
}

/** What the form starts with: what was typed before in this tab, or the card as it is written. */
function startOf(
  orderId: string,
  { recipient, sendOn, sender, message }: GiftCard,
  { mayMail, today }: { mayMail: boolean; today: string },
): GiftDraft {
  const written = {
    byMail: sendOn === null || recipient !== null,
    recipient: recipient ?? '',
    sendOn: sendOn ?? today,
    sender: sender ?? '',
    message: message ?? '',
  };
  const start = readGiftDraft(orderId) ?? written;
  return {
    ...start,
    byMail: mayMail && start.byMail,
    // A day that has passed meanwhile is of no use.
    sendOn: start.sendOn > today ? start.sendOn : today,
  };
}
