import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SetUpFault } from '#server/set-up-fault.ts';
import { clientConfigsOf, rotatingClient } from './connection.ts';

const limits = { statementMs: 1000, lockMs: 500 };
const address = (rest: string) => `postgres://shop:s%40fe@${rest}`;
const configOf = (rest: string) => clientConfigsOf(address(rest), limits)[0];

describe('DATABASE_URL', () => {
  it('names host, port, user, password and database', () => {
    expect(configOf('db.example.com:6543/shop')).toMatchObject({
      ...{ host: 'db.example.com', port: 6543, user: 'shop', password: 's@fe', database: 'shop' },
      ...{ statement_timeout: 1000, lock_timeout: 500 },
    });
  });

  it('waits without end for nothing: no statement, no transaction of a process that stands still, no silent server', () => {
    expect(configOf('db/shop')).toMatchObject({
      ...{ connectionTimeoutMillis: 5000, query_timeout: 3000, keepAlive: true },
      idle_in_transaction_session_timeout: 30_000,
    });
    // A copy takes as long as it takes.
    const [endless] = clientConfigsOf(address('db/shop'), { statementMs: 0, lockMs: 0 });
    expect(endless).not.toHaveProperty('query_timeout');
  });

  it('names several hosts, each with its port', () => {
    const configs = clientConfigsOf(address('db1:1,[::1]:2,db3/shop?sslmode=require'), limits);
    expect(configs.map(({ host, port }) => [host, port])).toEqual([
      ['db1', 1],
      ['::1', 2],
      ['db3', undefined],
    ]);
    expect(configs.every(({ ssl }) => typeof ssl === 'object')).toBe(true);
  });

  it('means by sslmode what PostgreSQL means: require encrypts, verify-full checks who answers', () => {
    expect(configOf('db/shop')?.ssl).toBeUndefined();
    expect(configOf('db/shop?sslmode=disable')?.ssl).toBe(false);
    expect(configOf('db/shop?sslmode=require')?.ssl).toMatchObject({ rejectUnauthorized: false });
    expect(configOf('db/shop?sslmode=verify-full')?.ssl).toEqual({});
    expect(() => configOf('db/shop?sslmode=prefer')).toThrow(/expected sslmode=disable, require/);
  });

  it('names the file of the CA that signs the server', () => {
    const directory = mkdtempSync(join(tmpdir(), 'ca-'));
    const file = join(directory, 'ca.pem');
    writeFileSync(file, 'certificate');
    expect(configOf(`db/shop?sslmode=verify-full&sslrootcert=${file}`)?.ssl).toEqual({ ca: 'certificate' });
    rmSync(directory, { recursive: true });
    expect(() => configOf(`db/shop?sslmode=verify-full&sslrootcert=${file}`)).toThrow(/ENOENT/);
  });

  it('that cannot be read says so without its password, for whoever set it to mend', () => {
    for (const rest of ['db:first/shop', 'db/shop?sslmode=allow', 'db/shop?sslrootcert=/not/there']) {
      expect(() => configOf(rest)).toThrow(SetUpFault);
      expect(() => configOf(rest)).toThrow(/^DATABASE_URL(?!.*s%40fe)/);
    }
  });
});

it('Where a host does not answer, the next one is tried, however many connections failed at the same time', async () => {
  // Nothing listens at these ports, which need a right to be listened at.
  const Client = rotatingClient(clientConfigsOf(address('127.0.0.1:1,127.0.0.1:2,127.0.0.1:3/shop'), limits));
  // As the pool connects them.
  const fault = (client: InstanceType<typeof Client>) =>
    new Promise<unknown>((resolve) => void client.connect(resolve));
  const failing = [new Client(), new Client()];
  expect(failing.map(({ port }) => port)).toEqual([1, 1]);
  const refused = expect.objectContaining({ code: 'ECONNREFUSED' });
  expect(await Promise.all(failing.map(fault))).toEqual([refused, refused]);
  expect(new Client().port).toBe(2);
  expect(await fault(new Client())).toEqual(refused);
  expect(new Client().port).toBe(3);
});
