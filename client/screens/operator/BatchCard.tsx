import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import type { OperatorCodeBatch } from '#shared/api/operator.ts';
import styles from './Operator.module.css';
import { fetchCodeTable, setBatchRevoked } from './operator-calls.ts';
import { saveText } from './save-text.ts';
import { useTask } from './use-task.ts';
import { dayText, momentText } from './words.ts';

/** A batch with what can be done with it. */
export function BatchCard({ batch, onChanged }: { batch: OperatorCodeBatch; onChanged: () => void }) {
  const [asking, setAsking] = useState(false);
  const saving = useTask();
  const opener = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  // The question is gone, and whoever answered it goes on where they began.
  useEffect(() => {
    if (asked.current && !asking) opener.current?.focus();
    asked.current = asking;
  }, [asking]);
  const { id, campaign, codes, redeemed, revoked, unlocks, mostRedemptions, expiresAt } = batch;
  const revokedWhole = revoked === codes;
  const verb = revokedWhole ? 'Unrevoke' : 'Revoke';
  return (
    <>
      <h3 className={styles['name']}>
        {campaign} (batch {id})
      </h3>
      <p>
        {unlocks.join(', ')}. {codes} {codes === 1 ? 'code' : 'codes'}, {redeemed} redeemed, {revoked} revoked
        {mostRedemptions > 1 ? `, each for ${mostRedemptions} accounts` : ''}
        {expiresAt ? `, until ${dayText(expiresAt)}` : ''}.
      </p>
      <p className={styles['dim']}>
        Made {momentText(batch.createdAt)} by {batch.createdBy.replace(/^operator:/, '')}.
      </p>
      <ButtonRow>
        <Button
          variant="quiet"
          busy={saving.busy}
          busyLabel="Fetching"
          label={`Save as CSV, batch ${id}`}
          onClick={() =>
            saving.run(async () => {
              const { fileName, csv } = await fetchCodeTable(id);
              saveText(fileName, csv);
            })
          }
        >
          Save as CSV
        </Button>
        {asking ? null : (
          <Button
            ref={opener}
            variant={revokedWhole ? 'quiet' : 'danger'}
            label={`${verb} all codes of batch ${id}`}
            onClick={() => setAsking(true)}
          >
            {verb} all
          </Button>
        )}
      </ButtonRow>
      {saving.fault ? <Notice kind="error">{saving.fault}</Notice> : null}
      {asking ? (
        <Revocation
          batch={batch}
          revoke={!revokedWhole}
          onEnd={(changed) => {
            setAsking(false);
            if (changed) onChanged();
          }}
        />
      ) : null}
    </>
  );
}

interface RevocationProps {
  batch: OperatorCodeBatch;
  revoke: boolean;
  onEnd: (changed: boolean) => void;
}

/** The question before a whole batch is revoked, or works again. */
function Revocation({ batch, revoke, onEnd }: RevocationProps) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const task = useTask();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(reason.trim() === '');
    if (reason.trim() === '') return;
    task.run(async () => {
      await setBatchRevoked(batch.id, { revoked: revoke, reason });
      onEnd(true);
    });
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <p>
        {revoke
          ? `None of the ${batch.codes} codes can be redeemed any more. What was redeemed stays unlocked.`
          : `All ${batch.codes} codes can be redeemed again, unless they are used up or have expired.`}
      </p>
      <TextField
        label="Why, for the record"
        name="reason"
        value={reason}
        onChange={setReason}
        error={missing ? 'Say why, in a few words.' : null}
        autoComplete="off"
        required
        ref={(field) => {
          if (field && document.activeElement === document.body) field.focus();
        }}
      />
      {task.fault ? <Notice kind="error">{task.fault}</Notice> : null}
      <ButtonRow>
        <Button type="submit" variant={revoke ? 'danger' : 'primary'} busy={task.busy} busyLabel="One moment">
          {revoke ? `Revoke ${batch.codes} codes` : `Unrevoke ${batch.codes} codes`}
        </Button>
        <Button variant="quiet" disabled={task.busy} onClick={() => onEnd(false)}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}
