import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { LoadedPart } from '#client/ui/LoadedPart.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { useLoaded } from '#client/ui/use-loaded.ts';
import type { OperatorFigures } from '#shared/api/operator.ts';
import { isDay } from '#shared/calendar-day.ts';
import { formatSek, sumOf } from '#shared/money.ts';
import { BarTable } from './BarTable.tsx';
import styles from './Operator.module.css';
import { dated, fetchBooks, fetchFigures, operatorFault } from './operator-calls.ts';
import { saveFile } from './save-file.ts';
import { TaskButton } from './TaskButton.tsx';
import { productText } from './words.ts';

/** From the first to the last day, both included. */
type Period = Pick<OperatorFigures, 'since' | 'until'>;

/** Sales and redemptions of a period, and its books for download. */
export function Books() {
  // At first the server's usual period, which ends on its own today.
  const [period, setPeriod] = useState<Period>();
  const [figures, reload] = useLoaded(
    useCallback((signal: AbortSignal) => dated(fetchFigures(period, signal)), [period]),
    operatorFault,
  );
  const shown = figures.status === 'loaded' ? figures.value : null;
  return (
    <section aria-label="Figures" className={styles['section']}>
      <PeriodForm shown={shown} onPeriod={setPeriod} />
      <p role="status">{shown ? <Sum key={shown.fetchedAt} figures={shown} /> : null}</p>
      <LoadedPart
        loaded={figures}
        label="Fetching the figures"
        failed="The figures could not be fetched"
        onRetry={reload}
      >
        {(fetched) => <Figures figures={fetched} />}
      </LoadedPart>
    </section>
  );
}

function Sum({ figures }: { figures: OperatorFigures }) {
  const { since, until, byProduct, refundedOre, live } = figures;
  const sum = sumOf(byProduct.map(({ ore }) => ore));
  const sold = sumOf(byProduct.map((each) => each.sold));
  return (
    <>
      <span>{`${since} to ${until}, ${live ? 'real payments' : 'test payments'}:`}</span>{' '}
      <strong>{`${sold} sold for ${formatSek(sum)}`}</strong>
      <span>{`, ${formatSek(refundedOre)} given back. Days are those of Stockholm.`}</span>
    </>
  );
}

/** Sales by product and day, and redemptions by campaign, in a period; and its books. */
function Figures({ figures }: { figures: OperatorFigures }) {
  const { since, until, byProduct, byDay, byCampaign } = figures;
  return (
    <>
      <TaskButton
        busyLabel="Fetching"
        run={async (report) => {
          // Every line, and the sums by country, VAT rate and quarter of sale.
          const { files } = await fetchBooks({ since, until });
          report(files.map(({ fileName, csv }) => saveFile(fileName, csv)).join(' '));
        }}
      >
        {/* The days of the figures: in the form may be others by now. */}
        {`Save the books of ${since} to ${until}`}
      </TaskButton>
      <div className={styles['columns']}>
        <BarTable
          caption="By product"
          headings={['Product', 'Sold', 'Amount']}
          rows={byProduct.map(({ key, sold: count, ore }) => ({
            name: productText(key),
            value: ore,
            cells: [String(count), formatSek(ore)],
          }))}
        />
        <BarTable
          caption="By day"
          headings={['Day', 'Sold', 'Amount']}
          rows={byDay.map(({ key, sold: count, ore }) => ({
            name: key,
            value: ore,
            cells: [String(count), formatSek(ore)],
          }))}
        />
        <BarTable
          caption="Codes redeemed"
          headings={['Campaign', 'Redeemed']}
          rows={byCampaign.map(({ campaign, redemptions }) => ({
            name: campaign,
            value: redemptions,
            cells: [String(redemptions)],
          }))}
        />
      </div>
    </>
  );
}

interface PeriodFormProps {
  /** The period that is shown, if one is. */
  shown: Period | null;
  onPeriod: (period: Period) => void;
}

/** The days of the figures. Faults are said when it is sent: until a day is typed, it is another one with each digit. */
function PeriodForm({ shown, onPeriod }: PeriodFormProps) {
  const [typed, setTyped] = useState<Partial<Period>>({});
  const [faults, setFaults] = useState<Partial<Period>>({});
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that something is wrong
  useEffect(() => giveFocus(form.current?.querySelector<HTMLElement>('[aria-invalid]')), [faults]);
  const days = { since: typed.since ?? shown?.since ?? '', until: typed.until ?? shown?.until ?? '' };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = faultsOf(days);
    setFaults(wrong);
    setTyped(days);
    if (Object.keys(wrong).length === 0) onPeriod(days);
  };
  const day = (name: keyof Period) => ({
    name,
    value: days[name],
    onChange: (value: string) => {
      setTyped({ ...typed, [name]: value });
      setFaults({});
    },
    error: faults[name],
  });
  return (
    <form ref={form} className={styles['line']} onSubmit={submit} noValidate>
      <TextField label="First day" type="date" required {...day('since')} />
      <TextField label="Last day" type="date" required {...day('until')} />
      <Button type="submit" variant="quiet">
        Show
      </Button>
    </form>
  );
}

/** What is wrong with the days, in words. */
function faultsOf({ since, until }: Period): Partial<Period> {
  const [first, last] = [dayFault(since), dayFault(until)];
  if (first || last) return { ...(first && { since: first }), ...(last && { until: last }) };
  return since > until ? { since: 'The first day lies after the last.' } : {};
}

function dayFault(day: string): string | null {
  if (day === '') return 'Choose a day.';
  return isDay(day) ? null : 'Choose a day since 1970, with a year of four digits.';
}
