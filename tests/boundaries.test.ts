import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apart } from './mutation/apart.ts';

/**
 * Which room may import what. The first rule whose room begins the file's path holds; `own` lists rooms of this
 * project, `packages` packages and `node:` modules. Tests beside their unit may import anything.
 */
interface Rule {
  room: string;
  own: string[];
  packages: string[];
}

const providerTimes = 'server/providers/provider-times.ts';
const anyNode = 'node:*';
/**
 * What the shop is about, from the ground up: each may use those before it. None knows anything of requests, engines and
 * providers.
 */
const matters = [
  'server/identity/',
  'server/outbox/',
  'server/owning/',
  'server/buying/',
  'server/claiming/',
  'server/accounts/',
  'server/mailing/',
  'server/operating/',
];
/** What every room of the server may use. */
const common = [
  ...['server/moments.ts', 'server/refusal.ts', 'server/repeat.ts', 'server/runtime.ts'],
  ...['server/set-up-fault.ts', 'server/unfinished.ts'],
];
const rules: Rule[] = [
  // The homes know how pictures are drawn and sounds are made, and nothing of pages or sales.
  { room: 'adventures/types.ts', own: [], packages: [] },
  {
    room: 'adventures/',
    own: ['adventures/', 'art/', 'client/sound/', 'shared/site.ts'],
    packages: [],
  },
  // What Node reads from the homes: everybody else imports it as `#homes/…`, which the build replaces for the browser.
  {
    room: 'shared/homes/',
    own: [
      ...['shared/homes/', 'homes/', 'adventures/types.ts'],
      ...['shared/day-in-words.ts', 'shared/shop-day.ts'],
    ],
    packages: ['node:fs', 'node:path', 'node:url'],
  },
  { room: 'shared/api/', own: ['shared/'], packages: ['zod'] },
  { room: 'shared/', own: ['shared/', 'homes/', 'adventures/types.ts'], packages: [] },
  { room: 'server/moments.ts', own: [], packages: [] },
  { room: 'server/repeat.ts', own: [], packages: [] },
  { room: 'server/runtime.ts', own: [], packages: [] },
  { room: 'server/set-up-fault.ts', own: [], packages: [] },
  { room: 'server/unfinished.ts', own: [], packages: ['node:os'] },
  { room: 'server/refusal.ts', own: ['shared/'], packages: [] },
  { room: 'server/ledger/', own: [...common, 'server/ledger/'], packages: [anyNode] },
  // The one place that takes tables of others apart, whoever brings them: the command line or the operator's page.
  {
    room: 'server/operating/csv-table.ts',
    own: [...common, 'server/operating/'],
    packages: ['csv-parse'],
  },
  {
    room: 'server/operating/csv-text.ts',
    own: [],
    packages: ['csv-stringify'],
  },
  { room: 'server/operating/file-text.ts', own: [], packages: ['node:buffer'] },
  { room: 'server/operating/web-vitals.ts', own: ['shared/'], packages: ['node:perf_hooks'] },
  // The matters: rules, and beside them the statements that keep them.
  ...matters.map((room, floor) => ({
    room,
    own: ['shared/', ...matters.slice(0, floor + 1), ...common, 'server/ledger/'],
    packages: ['node:crypto'],
  })),
  {
    room: 'server/engines/sqlite/',
    own: [...common, 'server/ledger/', 'server/engines/sqlite/'],
    packages: ['better-sqlite3', anyNode],
  },
  {
    room: 'server/engines/postgres/',
    own: [...common, 'server/ledger/', 'server/engines/postgres/'],
    packages: ['pg', 'pg-connection-string', 'rate-limiter-flexible', anyNode],
  },
  {
    room: 'server/engines/',
    own: [...common, 'server/ledger/', 'server/engines/'],
    packages: ['better-sqlite3', anyNode],
  },
  { room: providerTimes, own: [], packages: [] },
  {
    room: 'server/providers/stripe/',
    own: ['shared/', ...matters, ...common, providerTimes, 'server/providers/stripe/'],
    packages: ['stripe', anyNode],
  },
  {
    room: 'server/providers/cognito/',
    own: ['shared/', ...matters, ...common, providerTimes, 'server/providers/cognito/'],
    packages: ['aws-jwt-verify', anyNode],
  },
  {
    room: 'server/providers/smtp.ts',
    own: ['server/mailing/'],
    packages: ['nodemailer', anyNode],
  },
  {
    room: 'server/providers/',
    own: ['shared/', ...matters, ...common, 'server/providers/'],
    packages: ['stripe', anyNode],
  },
  {
    room: 'server/http/',
    own: ['shared/', ...matters, ...common, 'server/ledger/', 'server/http/', 'server/config.ts'],
    packages: ['express', 'uqr', 'cookie-session', 'keygrip', 'pino', 'prom-client', 'zod', anyNode],
  },
  // Only the composition file knows engines and providers.
  {
    room: 'server/admin/compose.ts',
    own: [
      'shared/',
      ...matters,
      ...common,
      'server/ledger/',
      'server/engines/',
      'server/providers/',
      'server/config.ts',
    ],
    packages: [anyNode],
  },
  {
    room: 'server/admin/',
    own: [
      'shared/',
      ...matters,
      ...common,
      'server/ledger/',
      'server/admin/',
      'server/config.ts',
      'server/config/',
    ],
    packages: ['commander', anyNode],
  },
  { room: 'server/config.ts', own: ['shared/', 'server/config/'], packages: ['zod', anyNode] },
  {
    room: 'server/config/',
    own: ['shared/', 'server/config/'],
    packages: ['zod', 'fastest-levenshtein', anyNode],
  },
  { room: 'server/main.ts', own: ['shared/', 'server/'], packages: ['pino', anyNode] },
  { room: 'client/ui/', own: ['client/ui/'], packages: ['react'] },
  { room: 'client/sound/', own: ['client/sound/', 'client/ui/'], packages: ['react'] },
  {
    room: 'client/auth/cognito-srp.ts',
    own: [],
    packages: ['amazon-cognito-identity-js', '@aws-crypto/sha256-js'],
  },
  { room: 'client/app-link/QrCode.tsx', own: [], packages: ['react', 'uqr'] },
  {
    room: 'client/auth/AuthenticatorSecret.tsx',
    own: ['shared/', 'client/'],
    packages: ['react', 'uqr'],
  },
  {
    room: 'client/',
    own: ['shared/', 'homes/', 'facts', 'client/', 'adventures/types.ts'],
    packages: ['react', 'react-dom', 'react-router', '@fontsource*', 'virtual:adventures.css'],
  },
  // Somebody else's app: it has nothing of ours but the wire.
  { room: 'examples/', own: ['examples/'], packages: [] },
  { room: 'art/', own: ['art/', 'shared/'], packages: ['node:zlib'] },
  {
    room: 'sandbox/',
    own: ['shared/', 'sandbox/'],
    packages: [
      '@simplewebauthn/server',
      'express',
      'better-sqlite3',
      'postal-mime',
      'smtp-server',
      'stripe',
      'zod',
      anyNode,
    ],
  },
];

const importPattern =
  /(?:^|\n)\s*(import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g;

/** What is wrong with the imports of a file, one line each. */
function faultsOf(file: string, text: string): string[] {
  const rule = rules.find(({ room }) => file.startsWith(room));
  if (!rule) return [`${file} lies in no room`];
  return [...text.matchAll(importPattern)].flatMap((match) => {
    const specifier = match[3] ?? match[4] ?? match[5] ?? '';
    const target = ownTarget(file, specifier);
    if (target === null) {
      const known = rule.packages.some((name) =>
        name.endsWith('*')
          ? specifier.startsWith(name.slice(0, -1))
          : specifier === name || specifier.startsWith(`${name}/`),
      );
      return known ? [] : [`${file} must not import the package ${specifier}`];
    }
    if (target.startsWith('shared/homes/') && rule.room !== 'shared/homes/') {
      return [`${file} must import ${target} as #homes/…`];
    }
    if (!rule.own.some((room) => target.startsWith(room))) return [`${file} must not import ${target}`];
    const area = /^client\/screens\/([^/]+)\//.exec(file)?.[1];
    const targetArea = /^client\/screens\/([^/]+)\//.exec(target)?.[1];
    if (area && targetArea && area !== targetArea)
      return [`${file} must not import another screen area, ${target}`];
    // Schemas bring zod along; the browser needs their types only.
    if (file.startsWith('client/') && target.startsWith('shared/api/') && !match[2]) {
      return [`${file} must import ${target} with "import type"`];
    }
    return [];
  });
}

/** The path of an import of ours, or `null` for a package. */
function ownTarget(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (!specifier.startsWith('.')) return null;
  return new URL(specifier, `file:///${file}`).pathname.slice(1);
}

/** Those of these files that import one another, by whatever way, types included. */
function circleAmong(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(imports);
  // Whoever imports nothing that is left is in no circle, and neither is whoever is imported by nobody left.
  for (;;) {
    const imported = new Set([...left.values()].flat());
    const free = [...left].filter(
      ([file, targets]) => !imported.has(file) || !targets.some((target) => left.has(target)),
    );
    if (free.length === 0) return [...left.keys()].toSorted();
    for (const [file] of free) left.delete(file);
  }
}

const files = globSync('{adventures,shared,server,client,sandbox,art,examples}/**/*.{ts,tsx}').filter(
  (file) => !/(\.test|-for-tests)\.tsx?$/.test(file),
);

/** Programs of developers. */
const tools = globSync('{scripts,bench}/**/*.ts').filter(
  (file) => !file.includes('node_modules') && !file.endsWith('.test.ts'),
);

describe('the boundaries between the rooms', () => {
  it('hold in every file', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap((file) => faultsOf(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it.each([
    ['shared/money.ts', "import { readFile } from 'node:fs';"],
    ['shared/money.ts', "import { startSite } from '#server/main.ts';"],
    ['shared/catalogue.ts', "import { homes } from './homes/read.ts';"],
    ['client/routes.tsx', "import { facts } from '#shared/homes/facts.ts';"],
    ['adventures/fod/adventure.ts', "import { readFile } from 'node:fs/promises';"],
    ['adventures/fod/words.ts', "import { catalogue } from '#shared/catalogue.ts';"],
    ['server/buying/fulfil-order.ts', "import Stripe from 'stripe';"],
    ['server/owning/grants.ts', "import { settleOrder } from '#server/buying/settle-order.ts';"],
    ['server/buying/fulfil-order.ts', "import { openSqliteStore } from '#server/engines/sqlite/store.ts';"],
    ['server/http/app.ts', "import { openStore } from '#server/engines/open-store.ts';"],
    ['server/http/app.ts', "import Stripe from 'stripe';"],
    ['server/engines/open-store.ts', "import express from 'express';"],
    ['server/engines/open-store.ts', "import pg from 'pg';"],
    ['server/engines/sqlite/store.ts', "import { openPostgres } from '../postgres/database.ts';"],
    ['server/admin/commands/codes.ts', "import { openStore } from '#server/engines/open-store.ts';"],
    ['server/admin/main.ts', "import Stripe from 'stripe';"],
    ['client/ui/Button.tsx', "import { paths } from '#shared/routes.ts';"],
    ['client/auth/account.ts', "const library = await import('amazon-cognito-identity-js');"],
    ['client/screens/shop/ShopScreen.tsx', "import { AccountScreen } from '../account/AccountScreen.tsx';"],
    ['client/api/order.ts', "import { orderSchema } from '#shared/api/orders.ts';"],
    ['client/main.tsx', "import '#server/config.ts';"],
    ['sandbox/app.ts', "import { openStore } from '#server/engines/open-store.ts';"],
  ])('refuse in %s: %s', (file, text) => {
    expect(faultsOf(file, text)).toHaveLength(1);
  });

  it('let no files import one another in a circle', () => {
    const importsOf = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(importPattern)].flatMap(
        (match) => ownTarget(file, match[3] ?? match[4] ?? match[5] ?? '') ?? [],
      );
    expect(circleAmong(new Map([...files, ...tools].map((file) => [file, importsOf(file)])))).toEqual([]);
  });

  it('let no program that is run by itself load the test runner, which refuses to be loaded elsewhere', () => {
    const loaded = new Set(tools);
    const withRunner: string[] = [];
    for (const file of loaded)
      for (const match of readFileSync(file, 'utf8').matchAll(importPattern)) {
        const specifier = match[3] ?? match[4] ?? match[5] ?? '';
        const target = ownTarget(file, specifier);
        if (match[2]) continue;
        if (specifier === 'vitest') withRunner.push(file);
        else if (target !== null && existsSync(target)) loaded.add(target);
      }
    expect(loaded).toContain('tests/simulator/databases.ts');
    expect(withRunner).toEqual([]);
  });

  it('start PostgreSQL for no test that is repeated for every mutant: one that fails ends npm run mutate', () => {
    const repeated = globSync(['server/**/*.test.ts', 'tests/ledger/*.test.ts'], { exclude: apart });
    expect(repeated).toContain('tests/ledger/books.test.ts');
    const start = repeated.filter((file) => /support\/postgres\.ts'/.test(readFileSync(file, 'utf8')));
    expect(start).toEqual([]);
  });

  it('let the benchmarks name our files by their place: their own package.json knows no "#…"', () => {
    const benches = globSync('bench/*{,/*}.ts');
    expect(benches.filter((file) => readFileSync(file, 'utf8').includes("'#"))).toEqual([]);
    expect(benches).toContain('bench/peers/fastify.ts');
  });

  it('see a circle of any length, and not those who only lead to it', () => {
    const imports = { a: ['b'], b: ['c'], c: ['b', 'd'], d: [], e: ['e'] };
    expect(circleAmong(new Map(Object.entries(imports)))).toEqual(['b', 'c', 'e']);
  });

  it('let the environment be read in one file only', () => {
    const readers = files.filter(
      (file) => file.startsWith('server/') && /process\.env/.test(readFileSync(file, 'utf8')),
    );
    expect(readers).toEqual(['server/config.ts']);
  });

  it("keep SQL in files that speak the ledger's language, and in the engines", () => {
    const sql = /\b(SELECT\s.+\sFROM|INSERT INTO|UPDATE\s\w+\sSET|DELETE FROM)\b/;
    const writers = files.filter(
      (file) => file.startsWith('server/') && sql.test(readFileSync(file, 'utf8')),
    );
    const speaks = (file: string) =>
      /from '(#server\/ledger|\.)\/script\.ts'/.test(readFileSync(file, 'utf8'));
    expect(writers.filter((file) => !file.startsWith('server/engines/') && !speaks(file))).toEqual([]);
    expect(writers.length).toBeGreaterThan(0);
  });

  it('start no other program, and make no code or pattern of a text', () => {
    const product = files.filter((file) => /^(server|client|shared)\//.test(file));
    const made = /node:child_process|node:vm\b|\beval\(|new Function\(|new RegExp\(/;
    // Patterns that hold nothing but numbers and words of the code itself.
    const patterns = ['server/ledger/migration-files.ts', 'server/providers/stripe/look-ups.ts'];
    expect(product.filter((file) => made.test(readFileSync(file, 'utf8'))).toSorted()).toEqual(patterns);
  });

  it('use no broken hash, and chance that can be guessed only where nothing hangs on it', () => {
    const product = files.filter((file) => /^(server|client|shared)\//.test(file));
    const using = (pattern: RegExp) => product.filter((file) => pattern.test(readFileSync(file, 'utf8')));
    expect(using(/['"`](md5|sha1|sha-1|md4|rmd160)['"`]/i)).toEqual([]);
    // Pauses between tries, a game, and names that tabs and entries of the history give themselves.
    expect(using(/Math\.random/).toSorted()).toEqual([
      'client/auth/session-clock.ts',
      'client/shell/history-entry.ts',
      'client/sound/player/RavenGame.tsx',
      'server/engines/postgres/ledger.ts',
    ]);
  });

  it("change a sound's parameters by glides: in Firefox setTargetAtTime begins at the parameter's default", () => {
    const sounding = files.filter((file) => file.startsWith('client/sound/'));
    const using = (pattern: RegExp) => sounding.filter((file) => pattern.test(readFileSync(file, 'utf8')));
    expect(using(/setTargetAtTime|exponentialRamp|setValueCurve/)).toEqual([]);
    expect(using(/cancelScheduledValues\(/)).toEqual(['client/sound/engine/params.ts']);
  });

  it('ask browsers for nothing that old iPhones lack: the compiler knows the language of Safari 16, not its interfaces', () => {
    const inBrowsers = files.filter((file) => file.startsWith('client/'));
    const isNewer = /AbortSignal\.any\(|\bURL\.(canParse|parse)\(/;
    expect(inBrowsers.filter((file) => isNewer.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('spread no literal into an object: the compiler finds no property in it that does not belong there', () => {
    const product = [...files, ...tools].filter((file) => /^(server|client|shared|scripts)\//.test(file));
    const spreading = product.filter((file) => /\.\.\.\{/.test(readFileSync(file, 'utf8')));
    expect(spreading).toEqual(['server/providers/smtp.ts']);
  });

  it('write each kind of row in one place', () => {
    const inserted = files
      .filter((file) => file.startsWith('server/'))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/INSERT INTO ([a-z_]+)/g)])
      .map((match) => match[1] ?? '');
    const twice = inserted.filter((table, index) => inserted.indexOf(table) !== index);
    expect([...new Set(twice)].filter((table) => table !== 'schema_migrations')).toEqual([]);
  });
});
