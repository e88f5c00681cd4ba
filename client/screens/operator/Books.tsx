import { type FormEvent, useCallback, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { LoadedPart } from '#client/ui/LoadedPart.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { useLoaded } from '#client/ui/use-loaded.ts';
import type { OperatorFigures } from '#shared/api/operator.ts';
import { formatSek, sumOf } from '#shared/money.ts';
import { BarTable } from './BarTable.tsx';
import styles from './Operator.module.css';
import { fetchBooks, fetchFigures, operatorFault } from './operator-calls.ts';
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
    useCallback((signal: AbortSignal) => fetchFigures(period, signal), [period]),
    operatorFault,
  );
  return (
    <section aria-label="Figures" className={styles['section']}>
      <LoadedPart
        loaded={figures}
        label="Fetching the figures"
        failed="The figures could not be fetched"
        onRetry={reload}
      >
        {(fetched) => <Figures figures={fetched} onPeriod={setPeriod} />}
      </LoadedPart>
    </section>
  );
}

interface FiguresProps {
  figures: OperatorFigures;
  onPeriod: (period: Period) => void;
}

/** Sales by product and day, and redemptions by campaign, in a period. */
function Figures({ figures, onPeriod }: FiguresProps) {
  const { byProduct, byDay, byCampaign, refundedOre, live } = figures;
  const sum = sumOf(byProduct.map(({ ore }) => ore));
  const sold = sumOf(byProduct.map((each) => each.sold));
  return (
    <>
      <PeriodForm since={figures.since} until={figures.until} onPeriod={onPeriod} />
      <p role="status">
        <span>{`${figures.since} to ${figures.until}, ${live ? 'real payments' : 'test payments'}:`}</span>{' '}
        <strong>{`${sold} sold for ${formatSek(sum)}`}</strong>
        <span>{`, ${formatSek(refundedOre)} given back. Days are those of Stockholm.`}</span>
      </p>
      <TaskButton
        busyLabel="Fetching"
        run={async () => {
          // Every line, and the sums by country, VAT rate and quarter of sale.
          const { files } = await fetchBooks({ since: figures.since, until: figures.until });
          for (const { fileName, csv } of files) saveFile(fileName, csv);
        }}
      >
        Save the books of these days
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

function PeriodForm({ since, until, onPeriod }: Period & Pick<FiguresProps, 'onPeriod'>) {
  const [from, setFrom] = useState(since);
  const [to, setTo] = useState(until);
  const backwards = from > to;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (from && to && !backwards) onPeriod({ since: from, until: to });
  };
  return (
    <form className={styles['line']} onSubmit={submit} noValidate>
      <TextField
        label="First day"
        name="since"
        type="date"
        value={from}
        onChange={setFrom}
        error={backwards ? 'The first day lies after the last.' : null}
      />
      <TextField label="Last day" name="until" type="date" value={to} onChange={setTo} />
      <Button type="submit" variant="quiet">
        Show
      </Button>
    </form>
  );
}
