import { LoadedPart } from '#client/ui/LoadedPart.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { useLoaded } from '#client/ui/use-loaded.ts';
import type { OperatorMail } from '#shared/api/operator.ts';
import { fetchMail, operatorFault } from './operator-calls.ts';
import { TroubledLetters } from './TroubledLetters.tsx';
import { counted, shopMomentText } from './words.ts';

/** The state of mail delivery, and undelivered letters. */
export function Letters() {
  const [mail, reload] = useLoaded(fetchMail, operatorFault);
  return (
    <LoadedPart
      loaded={mail}
      label="Asking about the mail"
      failed="How the mail stands could not be fetched"
      onRetry={reload}
    >
      {(fetched) => (
        <>
          <Standing mail={fetched} />
          <TroubledLetters letters={fetched.trouble} onRetried={reload} />
        </>
      )}
    </LoadedPart>
  );
}

function Standing({ mail: { isSetUp, fault, faultSince, waiting, oldest, putOff } }: { mail: OperatorMail }) {
  const letters = waiting === 1 ? '1 letter waits' : `${waiting} letters wait`;
  if (!isSetUp) {
    return (
      <Notice kind="info" title="The shop writes no mail">
        <p>
          Buyers get no confirmation of their order, no acknowledgement of a withdrawal and no notice of a
          refund from the shop itself: only the receipts of the payment provider, and what the pages say. Set{' '}
          <code>SMTP_URL</code> and <code>MAIL_FROM</code>.
          {waiting > 0 ? <span>{` ${letters} from the time when there was a mail service.`}</span> : null}
        </p>
      </Notice>
    );
  }
  if (fault !== null && faultSince !== null) {
    return (
      <Notice kind="error" title="The mail service takes no letters">
        <p>
          <span>
            {`It answers ${fault}, since ${shopMomentText(faultSince)}. ${letters} in the outbox, and go out by themselves when it answers again; no sale is lost.`}
          </span>{' '}
          <code>admin doctor</code> says what to look at.
        </p>
      </Notice>
    );
  }
  return (
    <>
      <p>
        {waiting === 0 || oldest === null
          ? 'Nothing waits to be sent.'
          : `${letters} to be sent, the oldest since ${shopMomentText(oldest)}.`}
      </p>
      {putOff.length > 0 ? (
        <p>
          The mail service puts off{' '}
          {putOff.map((one) => `${counted(one.letters, 'letter')} with ${one.fault}`).join(', ')}. They are
          tried again by themselves, for four days. An answer that begins with 5 to nearly all letters is
          about the shop: see that the service relays for it and takes the sender (<code>MAIL_FROM</code>).
        </p>
      ) : null}
    </>
  );
}
