import { useState } from 'react';
import type { OperatorCode } from '#shared/api/operator-codes.ts';
import styles from './Operator.module.css';
import { OppositeActions } from './OppositeActions.tsx';
import { fetchCode, setCodeRevoked } from './operator-calls.ts';
import { SearchLine } from './SearchLine.tsx';
import { useSearch } from './use-search.ts';
import { codeStanding, lastDayText, shopMomentText } from './words.ts';

/** Looks up one code: whether it works, and who used it. */
export function FindCode() {
  const [typed, setTyped] = useState('');
  const { task, found, search, reload } = useSearch(fetchCode, ({ code }) => code);
  return (
    <div className={styles['section']}>
      <SearchLine
        label="Look a code up"
        name="code"
        hint="As the person typed it."
        button="Look up"
        busyLabel="Looking"
        text={typed}
        missing="Type a code."
        onText={setTyped}
        task={task}
        result={found ? `${found.code}: ${codeStanding(found)}.` : ''}
        onSearch={search}
      />
      {found ? <Found key={found.code} code={found} onChanged={reload} /> : null}
    </div>
  );
}

function Found({ code, onChanged }: { code: OperatorCode; onChanged: () => void }) {
  const { campaign, batchId, unlocks, expiresAt, revokedAt, redemptions } = code;
  const asked = {
    about: `code ${code.code}`,
    question: <p>What was redeemed stays unlocked.</p>,
    onDone: onChanged,
  };
  return (
    <div className={styles['card']}>
      <h2 className={styles['name']}>
        <code translate="no">{code.code}</code>
      </h2>
      <p>
        <span>
          {`${campaign}${batchId === null ? '' : ` (batch ${batchId})`}: unlocks ${unlocks.join(', ')}${expiresAt ? `, until ${lastDayText(expiresAt)}` : ''}.`}
        </span>{' '}
        <strong>{codeStanding(code)}</strong>.
      </p>
      {redemptions.length > 0 ? (
        <ul className={styles['history']}>
          {redemptions.map(({ accountId, redeemedAt }) => (
            <li key={`${accountId} ${redeemedAt}`}>
              {`${shopMomentText(redeemedAt)}: ${accountId ?? 'an account that was deleted'}`}
            </li>
          ))}
        </ul>
      ) : null}
      <OppositeActions
        isDone={revokedAt !== null}
        does={{
          ...asked,
          action: 'Revoke it',
          variant: 'danger',
          confirm: 'Revoke it',
          run: async (reason) => {
            await setCodeRevoked({ code: code.code, revoked: true, reason });
            return 'It is revoked.';
          },
        }}
        undoes={{
          ...asked,
          action: 'Let it work again',
          confirm: 'Let it work again',
          run: async (reason) => {
            await setCodeRevoked({ code: code.code, revoked: false, reason });
            return 'It works again.';
          },
        }}
      />
    </div>
  );
}
