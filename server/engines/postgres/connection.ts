// The connection string of PostgreSQL: hosts, TLS, sessions.

import pg, { type ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { SetUpFault } from '#server/set-up-fault.ts';

const int8 = 20;

/** Integers as JavaScript numbers: amounts, counts and ids stay far below 2^53, the limit of exactness. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === int8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** Time-outs of a session, in milliseconds; 0 is no limit. */
export interface SessionLimits {
  statementMs: number;
  lockMs: number;
  /** How long a transaction may wait for its next statement before the server ends it; the usual time if left out. */
  idleInTransactionMs?: number;
}

/** Longer than the server's own limit: only for a server that stops answering without closing the connection. */
const silenceMs = 2000;
const connectMs = 5000;
export const usualIdleInTransactionMs = 30_000;
/** After how long without traffic a connection is probed; the system's own two hours are too long for a firewall. */
const keepAliveMs = 30_000;

/**
 * Parses `postgres://user:password@host:5432,other:5432/database?sslmode=…&sslrootcert=…` into one set of options per
 * host. TLS modes mean what they mean to libpq (postgresql.org/docs/current/libpq-ssl.html): `require` encrypts,
 * `verify-full` also verifies the server's certificate, with the CA of `sslrootcert` or one that Node knows.
 * @throws {SetUpFault} when the URL cannot be parsed or the CA's file is missing; the message never quotes the password
 */
export function clientConfigsOf(url: string, limits: SessionLimits): ClientConfig[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)(.*)$/.exec(url);
  if (!parts)
    throw new SetUpFault(
      'DATABASE_URL is not an address such as postgres://user:password@host:5432/database',
    );
  const [, before, hosts = '', after] = parts;
  // The driver would treat it as `require`, and with its real meaning it would accept a server without TLS.
  if (/[?&]sslmode=(prefer|allow)\b/.test(url)) {
    throw new SetUpFault('DATABASE_URL: expected sslmode=disable, require, verify-ca or verify-full');
  }
  return hosts.split(',').map((host) => ({
    ...toClientConfig(optionsOf(`${before}${host}${after}`)),
    types,
    application_name: 'audio-adventure-shop',
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs ?? usualIdleInTransactionMs,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
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

/** A client that, when its host turns out to be the wrong one, makes the next client try the next host. */
export interface RotatingClient extends pg.Client {
  moveOn(): void;
}

/**
 * A client class that connects to the host that answered last and, when that fails, makes the next client try the next
 * host. This is how a pool follows a failover, because `pg` supports one host only.
 */
export function rotatingClient(configs: readonly ClientConfig[]): new () => RotatingClient {
  let current = 0;
  return class extends pg.Client {
    readonly #index = current;
    constructor() {
      super(configs[current]);
    }
    moveOn(): void {
      // Several clients that fail at the same time move on to the next host once.
      if (this.#index === current) current = (current + 1) % configs.length;
    }
    // The pool, which makes these clients, passes a callback.
    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): never {
      return super.connect((error: Error) => {
        if (error) this.moveOn();
        callback?.(error);
      }) as never;
    }
  };
}
