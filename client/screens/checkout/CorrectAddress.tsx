import { useEffect, useRef, useState } from 'react';
import { correctOrderAddress } from '#client/api/order.ts';
import { isUnheard } from '#client/api/problem.ts';
import { typedEmail } from '#client/cart/use-guest-email.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmailField } from '#client/ui/EmailField.tsx';
import { FlowForm } from '#client/ui/FlowForm.tsx';
import { type Fault, fieldFault, formFault } from '#client/ui/fault.ts';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { useStepFocus } from '#client/ui/use-step-focus.ts';
import { facts } from '#facts';
import type { Order } from '#shared/api/orders.ts';
import { inputMessages, isEmail, normaliseEmail } from '#shared/identity-input.ts';
import { changeFault } from './change-faults.ts';
import styles from './Withdrawal.module.css';

const sentences = {
  invalid_email: inputMessages.emailInvalid,
  correction_not_possible: `This address cannot be corrected here any more. Write to ${facts.email.support} with the receipt, and we will move the order.`,
  forbidden: `Only the browser that paid, or the account of this order, can correct this address. Write to ${facts.email.support} with the receipt, and we will move the order.`,
};

interface CorrectAddressProps {
  orderId: string;
  order: Order | null;
  /** @param order as it is now */
  onCorrected: (order: Order) => void;
  /** It may be corrected: no answer came. */
  onUnheard: () => void;
}

/** For the order's buyer, as long as they may: corrects a typing error in the address at once, without sending a mail. */
export function CorrectAddress({ orderId, order, onCorrected, onUnheard }: CorrectAddressProps) {
  /** Of the order, in full; `null` when it cannot be corrected, or no longer. */
  const email = order?.mayCorrectAddress ? order.email : null;
  const isGift = order?.gift !== undefined;
  /** The address that the open form corrects: the order may have the new one already when an answer was lost. */
  const [wrong, setWrong] = useState<string | null>(null);
  const open = wrong !== null;
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  /** The new address, once it is recorded. */
  const [corrected, setCorrected] = useState<string | null>(null);
  const told = useRef<HTMLParagraphElement>(null);
  const focus = useStepFocus(open ? 'form' : 'closed');

  useEffect(() => {
    if (corrected) giveFocus(told.current);
  }, [corrected]);

  const submit = async () => {
    const address = normaliseEmail(typed);
    if (!isEmail(address)) return setFault(fieldFault({ email: inputMessages.emailInvalid }));
    setFault(null);
    setBusy(true);
    try {
      const changed = await correctOrderAddress(orderId, address);
      // The next checkout in this tab starts with the corrected address.
      if (normaliseEmail(typedEmail.read() ?? '') === wrong) typedEmail.keep(address);
      setWrong(null);
      setCorrected(address);
      onCorrected(changed);
    } catch (error) {
      setFault(formFault(changeFault(error, sentences)));
      if (isUnheard(error)) onUnheard();
    } finally {
      setBusy(false);
    }
  };

  // The form stays while somebody is typing, and so does the result, even after the last permitted correction.
  if (email === null && !open && corrected === null) return null;
  return (
    <section className={styles['withdrawal']} aria-label="The address of this order">
      {corrected && !open ? (
        <p ref={told} tabIndex={-1}>
          {`Corrected. ${isGift ? 'The order is now recorded' : 'What you bought now waits'} for ${corrected}.`}
        </p>
      ) : null}
      {open ? (
        <FlowForm
          heading="Correct the address"
          headingRef={focus}
          lead={
            isGift
              ? 'The receipt and the order go to the new address. The gift itself stays as it is.'
              : 'What you bought then waits for the new address: log in with that one in the app.'
          }
          fault={fault}
          busy={busy}
          onSubmit={() => void submit()}
          actions={
            <>
              <Button type="submit" busy={busy} busyLabel="Correcting">
                Correct it
              </Button>
              <Button variant="quiet" onClick={() => setWrong(null)}>
                Cancel
              </Button>
            </>
          }
        >
          <EmailField label="Email address" value={typed} onChange={setTyped} error={fault?.fields.email} />
        </FlowForm>
      ) : email === null ? null : (
        <>
          {corrected ? null : (
            <p>
              Is there a letter wrong in <strong translate="no">{email}</strong>? Only you see it in full.
            </p>
          )}
          <Button
            variant="quiet"
            ref={focus}
            onClick={() => {
              setTyped(email);
              setWrong(email);
            }}
          >
            Correct the address
          </Button>
        </>
      )}
    </section>
  );
}
