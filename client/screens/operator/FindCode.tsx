import { type FormEvent, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import type { OperatorCode } from '#shared/api/operator.ts';
import styles from './Operator.module.css';
import { fetchCode, setCodeRevoked } from './operator-calls.ts';
import { Reasoned } from './Reasoned.tsx';
import { useTask } from './use-task.ts';
import { dayText, momentText } from './words.ts';

/** One code that somebody writes about: whether it works, and who used it. */
export function FindCode() {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<OperatorCode | null>(null);
  const task = useTask();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim())
      task.run(
        async () => setFound(await fetchCode(typed)),
        () => setFound(null),
      );
  };
  return (
    <div className={styles['section']}>
      <form className={styles['line']} onSubmit={submit}>
        <TextField
          label="Look a code up"
          name="code"
          value={typed}
          onChange={setTyped}
          hint="As the person typed it."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" variant="quiet" busy={task.busy} busyLabel="Looking">
          Look up
        </Button>
      </form>
      {task.fault ? <Notice kind="error">{task.fault}</Notice> : null}
      {found ? <Found key={`${found.code} ${found.revokedAt}`} code={found} /> : null}
    </div>
  );
}

function Found({ code }: { code: OperatorCode }) {
  const { campaign, batchId, unlocks, mostRedemptions, expiresAt, revokedAt, redemptions } = code;
  const isRevoked = revokedAt !== null;
  return (
    <div className={styles['card']} role="status">
      <h2 className={styles['name']}>
        <code>{code.code}</code>
      </h2>
      <p>
        {campaign}
        {batchId === null ? '' : ` (batch ${batchId})`}: unlocks {unlocks.join(', ')}
        {expiresAt ? `, until ${dayText(expiresAt)}` : ''}.{' '}
        <strong>
          {isRevoked
            ? `Revoked ${momentText(revokedAt)}`
            : redemptions.length >= mostRedemptions
              ? 'Used up'
              : `${mostRedemptions - redemptions.length} of ${mostRedemptions} uses left`}
        </strong>
        .
      </p>
      {redemptions.length > 0 ? (
        <ul className={styles['history']}>
          {redemptions.map(({ accountId, redeemedAt }) => (
            <li key={`${accountId} ${redeemedAt}`}>
              {momentText(redeemedAt)}: {accountId ?? 'an account that was deleted'}
            </li>
          ))}
        </ul>
      ) : null}
      <Reasoned
        action={isRevoked ? 'Let it work again' : 'Revoke it'}
        about={`code ${code.code}`}
        variant={isRevoked ? 'quiet' : 'danger'}
        question={<p>What was redeemed stays unlocked.</p>}
        confirm={isRevoked ? 'Let it work again' : 'Revoke it'}
        run={async (reason) => {
          await setCodeRevoked({ code: code.code, revoked: !isRevoked, reason });
          return isRevoked ? 'It works again.' : 'It is revoked.';
        }}
      />
    </div>
  );
}
