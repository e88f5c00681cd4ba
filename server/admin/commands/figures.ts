import type { Command } from 'commander';
import { type Figures, isoDay, type Period, periodOf, readFigures } from '#server/operating/figures.ts';
import { listActions } from '#server/operating/operator-action.ts';
import { formatSek, sekFromOre } from '#shared/money.ts';
import { toCsv } from '../csv.ts';
import { bars, moment, table } from '../display.ts';
import { does, leaf, type Session, wholeNumber } from '../tools.ts';

/** `stats` and `actions`: figures, and who did what. */
export function figureCommands(program: Command, session: Session): void {
  does<{ since?: string; until?: string; csv?: true }>(
    session,
    leaf(program, 'stats', 'sales by product and day, and redemptions by campaign; days are UTC')
      .option('--since <day>', 'the first day; 30 days back by default')
      .option('--until <day>', 'the last day; today by default')
      .option('--csv', 'print CSV'),
    async (tools, _args, { since, until, csv }) => {
      const { needs, config } = await tools.work();
      const period = periodOf(since, until, tools.clock());
      const live = !config.stripe.testMode;
      const figures = await readFigures(needs, period, live);
      const text = csv ? csvOf(figures) : describe(figures, period, live, tools.terminal.columns);
      tools.show({ ...period, live, ...figures }, text);
    },
  );

  does<{ most: number }>(
    session,
    leaf(program, 'actions', 'what operators did, the newest first').option(
      '--most <number>',
      'at most so many',
      wholeNumber,
      50,
    ),
    async (tools, _args, { most }) => {
      const list = await listActions((await tools.work()).needs, most);
      const rows = list.map(({ at, actor, action, subject, reason }) => [
        moment(at),
        actor,
        action,
        subject ?? '',
        reason ?? '',
      ]);
      tools.show(list, table(['when', 'who', 'what', 'about', 'why'], rows));
    },
  );
}

function csvOf({ byProduct, byDay, byCampaign, refundedOre }: Figures): string {
  return toCsv(
    ['figure', 'key', 'count', 'sek'],
    [
      ...byProduct.map(({ key, sold, ore }) => ({
        figure: 'product',
        key,
        count: sold,
        sek: sekFromOre(ore),
      })),
      ...byDay.map(({ key, sold, ore }) => ({ figure: 'day', key, count: sold, sek: sekFromOre(ore) })),
      ...byCampaign.map(({ campaign, redemptions }) => ({
        figure: 'campaign',
        key: campaign,
        count: redemptions,
      })),
      { figure: 'refunded', key: 'all', sek: sekFromOre(refundedOre) },
    ],
  );
}

function describe(figures: Figures, { from, to }: Period, live: boolean, columns: number): string {
  const sum = (key: 'sold' | 'ore') => figures.byProduct.reduce((total, each) => total + each[key], 0);
  const sales = (list: Figures['byProduct']) =>
    bars(
      list.map(({ key, sold, ore }) => ({ name: key, value: ore, label: `${sold}, ${formatSek(ore)}` })),
      columns,
    );
  const lastDay = isoDay(new Date(to.getTime() - 1));
  return [
    `${isoDay(from)} to ${lastDay}, ${live ? 'real payments' : 'test payments'}: ${sum('sold')} sold, ${formatSek(sum('ore'))}, ${formatSek(figures.refundedOre)} given back\n`,
    `By product\n${sales(figures.byProduct)}`,
    `By day\n${sales(figures.byDay)}`,
    `Codes redeemed, by campaign\n${bars(
      figures.byCampaign.map(({ campaign, redemptions }) => ({
        name: campaign,
        value: redemptions,
        label: String(redemptions),
      })),
      columns,
    )}`,
  ].join('\n');
}
