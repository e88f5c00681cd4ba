// The commands `stats` and `actions`: figures, and who did what.

import { type Columns, csvText } from '#server/operating/csv-text.ts';
import { daysOf, type Figures, periodOf, readFigures } from '#server/operating/figures.ts';
import { listActions, type OperatorAction, typedSubject } from '#server/operating/operator-action.ts';
import type { Period } from '#server/operating/paid-parts.ts';
import { formatSek, sekFromOre, sumOf } from '#shared/money.ts';
import { actionLimits } from '#shared/operator-limits.ts';
import { command, flag, option } from '../command.ts';
import { bars, tableOf } from '../display.ts';
import { wholeNumber } from '../tools.ts';

export const figureCommands = [
  command('stats', 'sales by product and day, and redemptions by campaign; days are those of Stockholm', {
    options: {
      since: option('<day>', 'the first day; 30 days back by default'),
      until: option('<day>', 'the last day; today by default'),
      csv: flag('print CSV'),
    },
    async run(tools, { since, until }) {
      const { needs, config } = await tools.work();
      const period = periodOf(since, until, tools.clock());
      const live = !config.stripe.testMode;
      return { ...period, live, ...(await readFigures(needs, period, live, tools.reading('Read days'))) };
    },
    text: (figures, { csv }, { terminal }) => (csv ? csvOf(figures) : describe(figures, terminal.columns)),
  }),
  command(
    'actions [about]',
    'what operators did, the newest first; of an order (cs_… or pi_…) or an account alone',
    {
      options: { most: option('<number>', 'at most so many', wholeNumber, actionLimits.usual as number) },
      run: async ({ needs }, { about, most }) => listActions(await needs(), most, about),
      text: tableOf<OperatorAction>({
        when: 'at',
        who: 'actor',
        what: 'action',
        about: 'subject',
        why: 'reason',
      }),
      notes(found, { about }) {
        if (about === undefined) return [];
        const subject = typedSubject(about);
        return [
          ...(found.length > 0
            ? []
            : [
                `Nothing on record is about ${about}. Name an order (cs_… or pi_…), or an account by its id.`,
              ]),
          ...(subject.includes('@')
            ? [
                `Addresses are masked in the record: this is about everybody ${subject}. An order or an account id names one alone.`,
              ]
            : []),
        ];
      },
    },
  ),
];

function csvOf({ byProduct, byDay, byCampaign, refundedOre }: Figures): string {
  const sold = (figure: string, rows: Figures['byDay']) =>
    rows.map(({ key, sold: count, ore }) => ({ figure, key, count, ore }));
  return csvText(csvColumns, [
    ...sold('product', byProduct),
    ...sold('day', byDay),
    ...byCampaign.map(({ campaign: key, redemptions: count }) => ({ figure: 'campaign', key, count })),
    { figure: 'returned', key: 'all', ore: refundedOre },
  ]);
}

const csvColumns: Columns<{ figure: string; key: string; count?: number; ore?: number }> = {
  figure: ({ figure }) => figure,
  key: ({ key }) => key,
  count: ({ count }) => count,
  sek: ({ ore }) => (ore === undefined ? '' : sekFromOre(ore)),
};

function describe(figures: Figures & Period & { live: boolean }, columns: number): string {
  const { from, to, live, byProduct, byDay, byCampaign, refundedOre } = figures;
  const sum = (key: 'sold' | 'ore') => sumOf(byProduct.map((each) => each[key]));
  const sales = (list: Figures['byProduct']) =>
    bars(
      list.map(({ key, sold, ore }) => ({ name: key, value: ore, label: `${sold}, ${formatSek(ore)}` })),
      columns,
    );
  const redeemed = byCampaign.map(({ campaign: name, redemptions: value }) => ({
    name,
    value,
    label: `${value}`,
  }));
  const { since, until } = daysOf({ from, to });
  return [
    `${since} to ${until}, ${live ? 'real payments' : 'test payments'}: ${sum('sold')} sold, ${formatSek(sum('ore'))}, ${formatSek(refundedOre)} given back\n`,
    `By product\n${sales(byProduct)}`,
    `By day\n${sales(byDay)}`,
    `Codes redeemed, by campaign\n${bars(redeemed, columns)}`,
  ].join('\n');
}
