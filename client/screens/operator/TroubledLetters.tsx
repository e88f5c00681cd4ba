import { useState } from 'react';
import { useRescuedFocus } from '#client/ui/keep-focus.ts';
import { TextField } from '#client/ui/TextField.tsx';
import type { OperatorMail } from '#shared/api/operator.ts';
import { ConfirmedAction } from './ConfirmedAction.tsx';
import { OpenOrder } from './OpenOrder.tsx';
import styles from './Operator.module.css';
import { retryLetter, retryLetters } from './operator-calls.ts';
import { Reload } from './reload.ts';
import { Section } from './Section.tsx';
import { counted, letterStateText, letterText, shopDayOf, shopMomentText } from './words.ts';

type Letter = OperatorMail['trouble'][number];

interface TroubledLettersProps {
  letters: readonly Letter[];
  /** Called when letters were sent again, or may have been: reload. */
  onRetried: () => void;
}

/** The letters that did not arrive. One that was tried to be sent again from here stays, with what came of it. */
export function TroubledLetters({ letters: fetched, onRetried }: TroubledLettersProps) {
  const [tried, setTried] = useState<readonly Letter[]>([]);
  const kept = tried.filter(({ id }) => fetched.every((letter) => letter.id !== id));
  // Newest first, as they are fetched.
  const letters = [...fetched, ...kept].sort((a, b) => b.endedAt.localeCompare(a.endedAt) || b.id - a.id);
  // The buttons of a letter go when all are sent again.
  useRescuedFocus(fetched);
  return (
    <Section id="trouble" title="Did not arrive">
      {letters.length === 0 ? (
        <p>No letter of the last 30 days was refused or given up.</p>
      ) : (
        <p>
          Where the address is wrong, open the order and move it to the right one: it is confirmed there.
          Where the service refused for a while, send the letter again.
        </p>
      )}
      <Reload value={onRetried}>
        <RetryAll oldest={fetched.at(-1)?.endedAt} onDone={onRetried} />
      </Reload>
      <ul className={styles['cards']}>
        {letters.map((letter) => (
          // A letter that failed once more is another one: what came of the try before is not said of it.
          <li key={`${letter.id} ${letter.endedAt}`} className={styles['card']}>
            <LetterCard
              letter={letter}
              isGone={kept.includes(letter)}
              onTried={() => {
                setTried((before) => [...before.filter(({ id }) => id !== letter.id), letter]);
                onRetried();
              }}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface LetterCardProps {
  letter: Letter;
  /** It is no longer among those that did not arrive. */
  isGone: boolean;
  /** Called when it was sent again, or may have been. */
  onTried: () => void;
}

function LetterCard({ letter, isGone, onTried }: LetterCardProps) {
  const [isSent, setSent] = useState(false);
  const isRetried = isSent || isGone;
  const { id, kind, state, fault, endedAt, checkoutSessionId, mayRetry } = letter;
  return (
    <>
      <h3 className={styles['name']}>{letterText(kind)}</h3>
      {isRetried ? null : <p>{letterStateText(state, fault)}</p>}
      {kind === 'gift' ? (
        <p>
          Its giver can send it to another address, or print its card, on the page of the order: write to
          them. Do not move the order, which is theirs.
        </p>
      ) : null}
      <p className={styles['dim']}>
        Letter {id}, {shopMomentText(endedAt)}.
      </p>
      {checkoutSessionId === null ? null : <OpenOrder id={checkoutSessionId} />}
      {checkoutSessionId !== null && mayRetry ? (
        <Reload value={onTried}>
          <ConfirmedAction
            action="Send it again"
            about={`letter ${id}`}
            question={<p>It goes to the address that the order has now.</p>}
            confirm="Send it again"
            run={async (reason) => {
              await retryLetter(id, { reason });
              setSent(true);
              return 'It is in the outbox again.';
            }}
            onDone={onTried}
            isOver={isRetried}
          />
        </Reload>
      ) : null}
    </>
  );
}

interface RetryAllProps {
  /** When the oldest of the letters ended; nothing if there is none. */
  oldest: string | undefined;
  onDone: () => void;
}

/** Sends all letters of some days again, after a fault of the mail service. */
function RetryAll({ oldest, onDone }: RetryAllProps) {
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
      onDone={onDone}
      isOver={oldest === undefined}
    />
  );
}
