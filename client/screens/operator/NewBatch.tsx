import { type FormEvent, useContext, useEffect, useRef, useState } from 'react';
import { ApiProblem, isUnheard } from '#client/api/problem.ts';
import { Button } from '#client/ui/Button.tsx';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import type { NewCodeBatchAnswer } from '#shared/api/operator-codes.ts';
import { codeLimits } from '#shared/operator-limits.ts';
import { adventureIds } from '#shared/unlocks.ts';
import { Ticks } from './Choices.tsx';
import styles from './Operator.module.css';
import { makeBatch } from './operator-calls.ts';
import { Reload } from './reload.ts';
import { useTask } from './use-task.ts';

const empty = { campaign: '', count: '10', uses: '1', expires: '' };

/** Error texts by the server's field names. */
const faultWords: Readonly<Record<string, string>> = {
  campaign: `Give the campaign a name of at most ${codeLimits.campaign} characters.`,
  unlocks: 'Choose at least one.',
  count: `A whole number from 1 to ${codeLimits.batch}.`,
  mostRedemptions: `A whole number from 1 to ${codeLimits.redemptions}.`,
  expiresAt: 'A day that is still to come.',
};

const uncertain =
  'There was no answer, so the batch may have been made all the same. Look at the newest one below before you try again.';

interface NewBatchProps {
  onMade: (batch: NewCodeBatchAnswer) => void;
}

/** The form for a new batch. */
export function NewBatch({ onMade }: NewBatchProps) {
  const [typed, setTyped] = useState(empty);
  const [unlocks, setUnlocks] = useState<readonly string[]>([]);
  const [wrongField, setWrongField] = useState<string | null>(null);
  const [isUncertain, setUncertain] = useState(false);
  const task = useTask();
  const reload = useContext(Reload);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (wrongField) giveFocus(form.current?.querySelector<HTMLElement>('[aria-invalid]'));
  }, [wrongField]);
  const faultOf = (field: string) => (wrongField === field ? faultWords[field] : null);
  const textField = (name: keyof typeof empty, sentAs: string = name) => ({
    name,
    value: typed[name],
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
    error: faultOf(sentAs),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWrongField(null);
    setUncertain(false);
    task.run(
      async () => {
        const { campaign, count, uses, expires } = typed;
        const batch = await makeBatch({
          campaign,
          unlocks: [...unlocks],
          count: Number(count),
          mostRedemptions: Number(uses),
          expires: expires || null,
        });
        setTyped(empty);
        setUnlocks([]);
        onMade(batch);
      },
      (error) => {
        if (!(error instanceof ApiProblem)) return;
        setWrongField(error.field ?? null);
        setUncertain(isUnheard(error));
        if (isUnheard(error)) reload();
      },
    );
  };

  return (
    <form ref={form} className={styles['form']} onSubmit={submit} noValidate aria-labelledby="new-batch">
      <h2 id="new-batch">A new batch</h2>
      <TextField label="Campaign" autoComplete="off" required {...textField('campaign')} />
      <Ticks
        legend="What the codes unlock"
        name="unlocks"
        values={adventureIds}
        chosen={unlocks}
        onChange={setUnlocks}
        error={faultOf('unlocks')}
      />
      <div className={styles['line']}>
        <TextField label="How many" inputMode="numeric" required {...textField('count')} />
        <TextField
          label="Accounts per code"
          inputMode="numeric"
          required
          {...textField('uses', 'mostRedemptions')}
        />
        <TextField label="Last day (optional)" type="date" {...textField('expires', 'expiresAt')} />
      </div>
      {/* What belongs to a field stands there, and is read out once. */}
      {task.fault && !faultOf(wrongField ?? '') ? (
        <Notice kind="error">{isUncertain ? uncertain : task.fault}</Notice>
      ) : null}
      <div>
        <Button type="submit" busy={task.busy} busyLabel="Making the codes">
          Make the codes
        </Button>
      </div>
    </form>
  );
}
