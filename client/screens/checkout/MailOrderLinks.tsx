import { useState } from 'react';
import { mailOrderLinks } from '#client/api/order-links.ts';
import { siteConfig } from '#client/config.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmailField } from '#client/ui/EmailField.tsx';
import { FlowForm } from '#client/ui/FlowForm.tsx';
import { type Fault, fieldFault, formFault } from '#client/ui/fault.ts';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { useHydrated, useTypedText } from '#client/ui/use-hydrated.ts';
import { facts } from '#facts';
import { inputMessages, isEmail, normaliseEmail } from '#shared/identity-input.ts';
import { changeFault } from './change-faults.ts';

const sentences = {
  invalid_email: inputMessages.emailInvalid,
  service_unavailable: `We cannot send it now. Try again later, or write to ${facts.email.support}.`,
};

/**
 * For buyers who have lost their letters: the links of their orders by mail, once a day. Nothing where the shop sends none.
 * @param quiet beside another form that matters more
 */
export function MailOrderLinks({ quiet = false }: { quiet?: boolean }) {
  const hydrated = useHydrated();
  const [typed, setTyped] = useTypedText('email');
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  /** Where the last letter went. */
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = async () => {
    const email = normaliseEmail(typed);
    setSentTo(null);
    if (!isEmail(email)) return setFault(fieldFault({ email: inputMessages.emailInvalid }));
    setFault(null);
    setBusy(true);
    try {
      await mailOrderLinks({ email });
      setSentTo(email);
    } catch (error) {
      setFault(formFault(changeFault(error, sentences)));
    } finally {
      setBusy(false);
    }
  };

  if (hydrated && !siteConfig().writesMail) return null;
  return (
    <>
      <FlowForm
        heading="Have the links mailed to you"
        lead="We send the links of your orders to the address that you bought with, once a day at most."
        fault={fault}
        busy={busy}
        onSubmit={() => void submit()}
        actions={
          <Button
            type="submit"
            variant={quiet ? 'quiet' : 'primary'}
            busy={busy}
            busyLabel="Asking for the mail"
          >
            Mail the links
          </Button>
        }
      >
        <EmailField
          label="The address you bought with"
          value={typed}
          onChange={setTyped}
          error={fault?.fields.email}
        />
      </FlowForm>
      {sentTo ? (
        <p ref={giveFocus} tabIndex={-1}>
          If something was bought with <strong>{sentTo}</strong>, the links are on their way there. Is nothing
          there in a few minutes? Look into the folder for unwanted mail, or try another address of yours.
        </p>
      ) : null}
    </>
  );
}
