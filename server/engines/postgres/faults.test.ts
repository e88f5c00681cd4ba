import pg from 'pg';
import { expect, it } from 'vitest';
import { DatabaseFault } from '#server/ledger/ledger.ts';
import { SetUpFault } from '#server/set-up-fault.ts';
import { consequenceOf, faultOf, firstFaultOf, isUnusable } from './faults.ts';

const fromServer = (code: string) =>
  Object.assign(new pg.DatabaseError('said by the server', 0, 'error'), { code });
const fromSystem = (code: string) => Object.assign(new Error(code), { code });

it.each([
  ['a standby, after a failover', fromServer('25006'), 'lost'],
  ['no connection left', fromServer('53300'), 'lost'],
  ['a server that stops', fromServer('57P01'), 'lost'],
  ['a transaction that was silent for too long', fromServer('25P03'), 'lost'],
  ['a connection that was silent for too long', fromServer('57P05'), 'lost'],
  ['a connection refused', fromSystem('ECONNREFUSED'), 'lost'],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), 'lost'],
  [
    'every address of a host refused',
    new AggregateError([fromSystem('EINVAL'), fromSystem('ECONNREFUSED')]),
    'lost',
  ],
  ['a deadlock', fromServer('40P01'), 'again'],
  ['a lock that is held', fromServer('55P03'), 'late'],
  ['a statement that takes too long', fromServer('57014'), 'late'],
  ['a silent server', new Error('Query read timeout'), 'late'],
  ['a broken rule', fromServer('23505'), 'failed'],
  ['an error of the script', new Error('of its own'), 'failed'],
])('%s', (_, error, consequence) => {
  expect(consequenceOf(error)).toBe(consequence);
  // Only what is late of the server's own accord leaves a connection that can go on.
  const goesOn = error instanceof pg.DatabaseError && consequence !== 'lost';
  expect(isUnusable(error)).toBe(consequence !== 'failed' && !goesOn && consequence !== 'again');
});

it('Callers are told what may be tried again, by the code of the database, and keep errors of their own', () => {
  expect(faultOf(fromServer('55P03'))).toMatchObject({ code: 'POSTGRES_55P03', passing: true });
  expect(faultOf(new Error('Query read timeout'))).toMatchObject({ code: 'POSTGRES_LATE', passing: true });
  expect(faultOf(fromServer('23505'))).toMatchObject({ code: 'POSTGRES_23505', passing: false });
  const own = new Error('of its own');
  expect(faultOf(own)).toBe(own);
});

it('At the start only what does not pass by itself is a fault of the address', () => {
  const passing = new DatabaseFault('POSTGRES_57P03', 'starting up', true, null);
  expect(firstFaultOf(passing)).toBe(passing);
  expect(firstFaultOf(faultOf(fromServer('28P01')))).toBeInstanceOf(SetUpFault);
});
