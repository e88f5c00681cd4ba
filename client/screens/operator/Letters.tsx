import { useState } from 'react';
import { LoadedPart } from '#client/ui/LoadedPart.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { useLoaded } from '#client/ui/use-loaded.ts';
import type { OperatorMail } from '#shared/api/operator.ts';
import { ConfirmedAction } from './ConfirmedAction.tsx';
import { OpenOrder } from './OpenOrder.tsx';
import styles from './Operator.module.css';
import { fetchMail, operatorFault, retryLetter, retryLetters } from './operator-calls.ts';
import { Section } from './Section.tsx';
import { counted, letterStateText, letterText, shopDayOf, shopMomentText } from './words.ts';

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
          <Trouble letters={fetched.trouble} />
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
          {waiting > 0 ? ` ${letters} from the time when there was a mail service.` : ''}
        </p>
      </Notice>
    );
  }
  if (fault !== null && faultSince !== null) {
    return (
      <Notice kind="error" title="The mail service takes no letters">
        <p>
          It answers {fault}, since {shopMomentText(faultSince)}. {letters} in the outbox, and go out by
          themselves when it answers again; no sale is lost. <code>admin doctor</code> says what to look at.
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

function Trouble({ letters }: { letters: OperatorMail['trouble'] }) {
  if (letters.length === 0) return <p>Every letter of the last 30 days has arrived at its mail service.</p>;
  return (
    <Section id="trouble" title="Did not arrive">
      <p>
        Where the address is wrong, open the order and move it to the right one: it is confirmed there. Where
        the service refused for a while, send the letter again.
      </p>
      <RetryAll oldest={letters.at(-1)?.endedAt} />
      <ul className={styles['cards']}>
        {letters.map(({ id, kind, state, fault, endedAt, checkoutSessionId, mayRetry }) => (
          <li key={id} className={styles['card']}>
            <h3 className={styles['name']}>{letterText(kind)}</h3>
            <p>{letterStateText(state, fault)}</p>
            {kind === 'gift' ? (
              <p>
                Its giver can send it to another address, or print its card, on the page of the order: write
                to them. Do not move the order, which is theirs.
              </p>
            ) : null}
            <p className={styles['dim']}>
              Letter {id}, {shopMomentText(endedAt)}.
            </p>
            {checkoutSessionId === null ? null : (
              <>
                <OpenOrder id={checkoutSessionId} />
                {mayRetry ? (
                  <ConfirmedAction
                    action="Send it again"
                    about={`letter ${id}`}
                    question={<p>It goes to the address that the order has now.</p>}
                    confirm="Send it again"
                    run={async (reason) => {
                      await retryLetter(id, { reason });
                      return 'It is in the outbox again.';
                    }}
                  />
                ) : null}
              </>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Sends all letters of some days again, after a fault of the mail service. @param oldest when the oldest of them ended */
function RetryAll({ oldest }: { oldest: string | undefined }) {
  const [since, setSince] = useState(oldest === undefined ? '' : shopDayOf(oldest));
  return (
    <ConfirmedAction
      action="Send all again"
      about="since a day"
      question={<p>Each goes to the address that its order has now. A gift&rsquo;s giver sends it anew.</p>}
      fields={<TextField label="Since" name="since" type="date" value={since} onChange={setSince} />}
      confirm="Send all again"
      run={async (reason) => {
        const { letters } = await retryLetters({ since, reason });
        return `${counted(letters, 'letter')} in the outbox again.`;
      }}
    />
  );
}
