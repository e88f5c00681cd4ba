import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '#server/admin/run-admin.ts';
import { readConfig, readPaymentSettings, readStorage } from '#server/config.ts';
import { admin } from '#tests/support/admin.ts';
import { buy } from '#tests/support/orders.ts';
import { OperatedShop } from './operated-shop.ts';

const operations = readFileSync('docs/operations.md', 'utf8');

/** A command's arguments as a shell splits them, without redirections. */
function wordsOf(line: string): string[] {
  const [command = ''] = line.split(/ [<>|#] ?/);
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

/** Every command of the operator's command line that a document quotes. */
function quoted(): { page: string; line: string }[] {
  return ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')].flatMap((page) => {
    const text = readFileSync(page, 'utf8');
    const lines = [
      ...text.matchAll(/(?:server\/admin\/main\.ts|npm run admin --) ([a-z][^\n`]*)/g),
      ...text.matchAll(/(?:`|^ *)admin ([a-z][^\n`]*)/gm),
    ].map(([, line = '']) => line.replaceAll('…', 'x'));
    return lines.filter((line) => !line.startsWith('<')).map((line) => ({ page, line }));
  });
}

const terminal = { out: () => {}, err: () => {}, interactive: false, columns: 80, ask: async () => '' };
const program = createProgram({
  ...{ terminal, clock: () => new Date(), readConfig, readPaymentSettings, readStorage, exitCode: 0 },
});

describe('The commands that the pages quote', () => {
  it('are many', () => expect(quoted().length).toBeGreaterThan(25));

  it.each(quoted())('$page: admin $line: there is such a command, with such options', ({ line }) => {
    const words = wordsOf(line);
    let command = program.commands.find((one) => one.name() === words[0]);
    const inner = command?.commands.find((one) => one.name() === words[1]);
    command = inner ?? command;
    expect(command, `There is no command "${words.slice(0, 2).join(' ')}"`).toBeDefined();
    const known = new Set(['--help', ...(command?.options ?? []).map(({ long }) => long ?? '')]);
    expect(words.filter((word) => word.startsWith('--') && !known.has(word))).toEqual([]);
  });
});

it('Every command of the command line stands in docs/operations.md', () => {
  const told = quoted().flatMap(({ page, line }) => (page === 'docs/operations.md' ? [`${line} `] : []));
  const all = program.commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : command.commands.map((inner) => `${command.name()} ${inner.name()}`),
  );
  expect(all.length).toBeGreaterThan(35);
  expect(all.filter((name) => !told.some((line) => line.startsWith(`${name} `)))).toEqual([]);
});

it('No command beside the stopped site starts it again, as a service would that depends on it', () => {
  const runs = [...operations.matchAll(/docker compose run (.+)$/gm)].map(([, line = '']) => line);
  expect(runs.length).toBeGreaterThan(5);
  expect(runs.filter((line) => !/ site /.test(line) && !line.includes('--no-deps '))).toEqual([]);
});

describe('The page from an empty server to the first sale', () => {
  const desk = new OperatedShop(beforeAll, afterAll);
  const section = operations.slice(
    operations.indexOf('## From an empty server to the first sale'),
    operations.indexOf('### Another proxy'),
  );
  const steps = section
    .split(/^(?=\*\*\d\. )/m)
    .slice(1)
    .map((text) => ({
      number: Number(text.charAt(2)),
      // Step 5 starts the container that `admin` runs in.
      commands: [
        ...text.matchAll(
          Number(text.charAt(2)) < 5
            ? /^docker compose run --rm site node server\/admin\/main\.ts (.+)$/gm
            : /^admin (.+)$/gm,
        ),
      ].map(([, line = '']) => line),
    }));

  it('followed word by word in test mode ends with a sale that is found and a backup that is proven', async () => {
    expect(steps.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const { shop } = desk;
    // Before the site is set up: no endpoint, no database.
    shop.sandbox.stripe.setWebhookUrl(null);
    await shop.stopSite();
    const backups = desk.path('backups');
    mkdirSync(backups);
    const environment = { ...shop.environment, DATA_DIR: desk.path('data'), BACKUP_DIR: backups };
    const printed: string[] = [];
    for (const { number, commands } of steps.filter((step) => step.number < 8)) {
      if (number === 5) {
        const secret = /^STRIPE_WEBHOOK_SECRET=(\S+)$/m.exec(printed.join('\n'))?.[1] ?? '';
        shop.config.stripe.webhookSecrets.splice(0, 1, secret);
        shop.config.databaseFile = desk.path('data/site.sqlite');
        await shop.restart();
      }
      if (number === 6) {
        await buy(shop, ['fod'], 'you@example.com');
        await shop.sandbox.stripe.deliveriesSettled();
      }
      for (const line of commands) {
        const words = wordsOf(line.replaceAll('/backups', backups));
        const { code, out, err } = await admin(environment, words);
        // The backup of the site's own schedule is not waited for here.
        if (words[0] === 'doctor') {
          expect(out).toMatch(/^ok {7}webhook endpoint: /m);
          expect(out.match(/^WRONG.*$/gm) ?? []).toEqual([expect.stringMatching(/backups: there is none/)]);
        } else expect([line, code, err]).toEqual([line, 0, expect.any(String)]);
        // The shell's next output starts on a new line.
        expect(out).toMatch(/\n$/);
        printed.push(out);
      }
    }
    const all = printed.join('\n');
    expect(all).toContain('you@example.com');
    expect(all).toContain('checkout.session.completed');
    expect(all).toContain('first.sqlite can be restored.');
  });
});
