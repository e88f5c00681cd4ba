import { useState } from 'react';
import { ApiProblem, isUnheard } from '#client/api/problem.ts';
import { postWithdrawal } from '#client/api/withdrawals.ts';
import { type Fault, fieldFault, formFault } from '#client/ui/fault.ts';
import { useBusy } from '#client/ui/use-busy.ts';
import { facts } from '#facts';
import type { Withdrawal } from '#shared/api/withdrawals.ts';
import { inputMessages, normaliseEmail } from '#shared/identity-input.ts';
import { changeFault, noLinks } from './change-faults.ts';

/** The step of a withdrawal: not started, filling in the statement, reviewing its effect, declared. */
type WithdrawalStep =
  | { step: 'closed' }
  | { step: 'statement' }
  | { step: 'confirm'; withdrawal: Withdrawal }
  | { step: 'received'; received: NonNullable<Withdrawal['received']> };

export interface WithdrawalFlow {
  state: WithdrawalStep;
  name: string;
  email: string;
  busy: boolean;
  fault: Fault | null;
  /** Whether the withdrawal may be recorded although its answer did not come. */
  unheard: boolean;
  /** How often it has failed: the same words must be read out again, so they stand in a new element each time. */
  failures: number;
  setName(name: string): void;
  setEmail(email: string): void;
  open(): void;
  /** Cancels without withdrawing. */
  close(): void;
  /** Next step: from the statement to its effect; from there to the declaration. */
  proceed(): Promise<void>;
}

const sentences = {
  withdrawal_not_possible: `There is nothing to withdraw from in this order now: the right has ended, the money went back already, or somebody has opened the gift. Load the page again to see how it stands, and write to ${facts.email.support} if you think otherwise.`,
  order_not_found: `We cannot find this order. Write to ${facts.email.support}: a mail counts as well.`,
};

/**
 * The two steps of withdrawing from an order.
 * @param orderId the checkout session's id
 * @param knownEmail what the address of the statement begins with
 * @param onReceived called once it is declared, or may be: what the page says of the order is out of date then
 */
export function useWithdrawal(
  orderId: string,
  knownEmail: string | null,
  onReceived: () => void,
): WithdrawalFlow {
  const [state, setState] = useState<WithdrawalStep>({ step: 'closed' });
  const [name, setName] = useState('');
  const [typedEmail, setEmail] = useState<string | null>(null);
  // Not kept as typed: it may be corrected on the same page.
  const email = typedEmail ?? knownEmail ?? '';
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [unheard, setUnheard] = useState(false);
  const [failures, setFailures] = useState(0);

  useBusy(busy);

  const go = (next: WithdrawalStep) => {
    setFault(null);
    setUnheard(false);
    setState(next);
  };

  async function proceed(): Promise<void> {
    const address = normaliseEmail(email);
    const wrong = {
      ...(name.trim() === '' && { name: 'Enter your name.' }),
      // The server decides on the rest: it knows the order's own address, which may have another form than a guest's.
      ...(!address.includes('@') && { email: inputMessages.emailInvalid }),
    };
    if (Object.keys(wrong).length > 0) return setFault(fieldFault(wrong));
    // A confirmation keeps its last error meanwhile, or the buttons would move under the finger.
    if (state.step === 'statement') setFault(null);
    setBusy(true);
    try {
      const confirm = state.step === 'confirm';
      const withdrawal = await postWithdrawal({ orderId, name: name.trim(), email: address, confirm });
      const { received } = withdrawal;
      go(received ? { step: 'received', received } : { step: 'confirm', withdrawal });
      if (received) onReceived();
    } catch (error) {
      const code = error instanceof ApiProblem ? error.code : null;
      if (code === 'invalid_email') setFault(fieldFault({ email: inputMessages.emailInvalid }));
      else if (code === 'text_has_links') setFault(fieldFault({ name: noLinks }));
      else {
        if (isUnheard(error)) {
          // What a later try says does not tell what became of this one.
          setUnheard(true);
          onReceived();
        }
        setFailures((before) => before + 1);
        setFault(formFault(changeFault(error, sentences)));
      }
    } finally {
      setBusy(false);
    }
  }

  return {
    state,
    name,
    email,
    busy,
    fault,
    unheard,
    failures,
    setName,
    setEmail,
    proceed,
    open: () => go({ step: 'statement' }),
    close: () => go({ step: 'closed' }),
  };
}
