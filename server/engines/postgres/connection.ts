// The connection string of PostgreSQL: hosts, TLS, sessions.

import pg, { type ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { SetUpFault } from '#server/set-up-fault.ts';

const int8 = 20;

/** Whole numbers as numbers: amounts, counts and ids stay far below 2^53, where they would stop being exact. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === int8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** What a session may take, in milliseconds; 0 is no limit. */
export interface SessionLimits {
  statementMs: number;
  lockMs: number;
}

/** Longer than the server's own limit: only for a server that has vanished without a word. */
const silenceMs = 2000;
const connectMs = 5000;
const idleInTransactionMs = 30_000;

/**
 * Reads `postgres://user:password@host:5432,other:5432/database?sslmode=…&sslrootcert=…` into one set of options a
 * host. TLS means what it means to libpq (postgresql.org/docs/current/libpq-ssl.html): `require` encrypts,
 * `verify-full` also checks who answers, with the CA of `sslrootcert` or one that Node knows.
 * @throws {SetUpFault} when the address cannot be read or the CA's file is not there; the message never quotes the password
 */
export function clientConfigsOf(url: string, limits: SessionLimits): ClientConfig[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)(.*)$/.exec(url);
  if (!parts)
    throw new SetUpFault(
      'DATABASE_URL is not an address such as postgres://user:password@host:5432/database',
    );
  const [, before, hosts = '', after] = parts;
  // The driver would take it for `require`, and where it means what it says it hides a server without TLS.
  if (/[?&]sslmode=(prefer|allow)\b/.test(url)) {
    throw new SetUpFault('DATABASE_URL: expected sslmode=disable, require, verify-ca or verify-full');
  }
  return hosts.split(',').map((host) => ({
    ...toClientConfig(optionsOf(`${before}${host}${after}`)),
    types,
    application_name: 'audio-adventure-shop',
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    ...(limits.statementMs > 0 && { query_timeout: limits.statementMs + silenceMs }),
  }));
}

function optionsOf(url: string): ReturnType<typeof parse> {
  try {
    return parse(url, { useLibpqCompat: true });
  } catch (error) {
    throw new SetUpFault(
      `DATABASE_URL cannot be read: ${(error as Error).message}. Expected postgres://user:password@host:5432/database, ` +
        'special characters of user and password percent-encoded, and files that are there.',
      { cause: error },
    );
  }
}

type Connected = (error: Error) => void;

/** A client whose host turns out to be the wrong one can have the next client try the next host. */
export interface RotatingClient extends pg.Client {
  moveOn(): void;
}

/**
 * A kind of client that connects to the host that answered last and, when it does not answer, has the next client try
 * the next one: how a pool follows a failover, since `pg` knows one host only.
 */
export function rotatingClient(configs: readonly ClientConfig[]): new () => RotatingClient {
  let current = 0;
  return class extends pg.Client {
    readonly #index = current;
    constructor() {
      super(configs[current]);
    }
    moveOn(): void {
      // Several that fail together move on once.
      if (this.#index === current) current = (current + 1) % configs.length;
    }
    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      if (!callback) {
        return super.connect().catch((error: unknown) => {
          this.moveOn();
          throw error;
        });
      }
      super.connect((error: Error) => {
        if (error) this.moveOn();
        callback(error);
      });
      return undefined;
    }
  };
}
