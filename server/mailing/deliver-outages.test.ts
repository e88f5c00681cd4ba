import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseFault } from '#server/ledger/ledger.ts';
import { integer, nullable, text } from '#server/ledger/rows.ts';
import { noteMailFault } from '#server/outbox/mail-service.ts';
import { away, type MailDesk, openMailDesk, sent } from '#tests/support/mail-desk.ts';
import { minutes, noon, type SmallShop } from '#tests/support/small-shop.ts';
import { mostTries } from './deliver.ts';
import type { LetterPart, SendOutcome } from './mail-transport.ts';

let desk: MailDesk;
beforeEach(async () => {
  desk = await openMailDesk();
});
afterEach(() => desk.end());

describe('while the mail service takes nothing', () => {
  beforeEach(() => {
    desk.answer = () => away();
  });

  it('it is asked again after growing pauses, and the letters have not been tried', async () => {
    await desk.sell(1);
    await desk.begin();
    await desk.pass(150_000);
    expect(desk.times()).toEqual([0, 500, 2500, 7500, 22_500, 82_500, 142_500]);
    await desk.setTries(0);
    desk.answer = () => ({ kind: 'postponed', fault: '451' });
    await desk.pass(60_000);
    expect(desk.logged('warn')).toEqual([expect.objectContaining({ tries: 1 })]);
  });

  it('one round is enough to know it: the other letters are not tried', async () => {
    await desk.sellMany(7);
    await desk.begin();
    expect(desk.handed).toHaveLength(3);
  });

  it('the letters that met it go to the end of the queue', async () => {
    await desk.sellMany(4);
    desk.answer = () => {
      desk.shop.now = minutes(1);
      return away();
    };
    await desk.begin();
    desk.answer = () => sent;
    await desk.pass(600);
    expect(desk.recipients()).toEqual([1, 2, 3, 4, 1, 2, 3]);
  });

  it('its fault is noted with the second failure, and again when it changes, each once', async () => {
    await desk.sell(1);
    await desk.begin();
    expect([(await desk.service()).fault, desk.logged('error')]).toEqual([null, []]);
    await desk.pass(500);
    expect(await desk.service()).toMatchObject({ fault: 'ECONNECTION', faultSince: noon });
    await desk.pass(7000);
    expect(desk.logged('error')).toEqual([{ fault: 'ECONNECTION' }]);
    desk.answer = () => away('535 5.7.8');
    await desk.pass(15_000);
    expect(await desk.service()).toMatchObject({ fault: '535 5.7.8' });
    expect(desk.logged('error')).toEqual([{ fault: 'ECONNECTION' }, { fault: '535 5.7.8' }]);
  });

  it('the fault is over with the first answer, also one that an earlier process noted, and the pauses begin anew', async () => {
    await desk.sell(1);
    await desk.shop.ledger.amend(() => noteMailFault('ECONNECTION', noon));
    await desk.begin();
    await desk.pass(500);
    expect((await desk.service()).fault).toBe('ECONNECTION');
    desk.answer = () => ({ kind: 'postponed', fault: '451' });
    await desk.pass(2000);
    expect(await desk.service()).toMatchObject({ fault: null, faultSince: null });
    desk.answer = () => away();
    desk.shop.now = minutes(1);
    await desk.pass(100);
    desk.handed = [];
    await desk.pass(500);
    expect(desk.handed).toHaveLength(1);
  });

  it('what it has not confirmed is told apart: it may arrive twice', async () => {
    await desk.sellMany(3);
    desk.answer = ({ to }) => away('ESOCKET', to.includes('-1@') ? 'whole' : 'part');
    await desk.begin();
    const broken = { letter: 1, kind: 'order-confirmation', fault: 'ESOCKET' };
    expect(desk.logged('warn').filter((line) => !('tries' in line))).toEqual([broken]);
  });
});

describe('a letter that breaks the connection each time', () => {
  /** Letter 1 is the one; a letter that is answered goes out beside it at each of its tries. */
  async function tries(had: LetterPart): Promise<number[]> {
    await desk.sell(1);
    desk.answer = ({ to }) => (to.includes('-1@') ? away('ESOCKET', had) : sent);
    const waited: number[] = [];
    for (let number = 2; number < 6; number += 1) {
      await desk.sell(number);
      if (number === 2) await desk.begin();
      await desk.pass(1000);
      const dueAt = (await desk.letters())[0]?.['dueAt'] as Date;
      waited.push(dueAt.getTime() - desk.shop.now.getTime());
      desk.shop.now = dueAt;
    }
    return waited;
  }

  const pauses = [1000, 5000, 30_000, 120_000];
  it.each<LetterPart>(['whole', 'part', 'nothing'])(
    'is tried again at growing pauses when the service had %s of it',
    async (had) => {
      expect(await tries(had)).toEqual(pauses);
      expect((await desk.service()).fault).toBeNull();
      expect(desk.logged('error')).toEqual([]);
      // Without a byte of it, the fault may be the connection's: it is tried once more at once.
      const each = had === 'nothing' ? 2 : 1;
      expect(desk.recipients().filter((number) => number === 1)).toHaveLength(each * pauses.length);
    },
  );

  it('is given up after the tries of four days', async () => {
    await desk.sellMany(2);
    await desk.setTries(mostTries - 1);
    desk.answer = ({ to }) => (to.includes('-1@') ? away('ESOCKET', 'whole') : sent);
    await desk.begin();
    expect(await desk.states()).toEqual(['dead', 'sent']);
  });
});

it('A letter that is slow to be confirmed holds up no other', async () => {
  let confirm = (_: SendOutcome) => {};
  const confirmed = new Promise<SendOutcome>((resolve) => {
    confirm = resolve;
  });
  await desk.sellMany(7);
  desk.answer = ({ to }) => (to.includes('-1@') ? confirmed : sent);
  await desk.begin();
  await desk.pass(1000);
  expect(desk.recipients()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  await desk.sell(8);
  await desk.pass(100);
  expect(desk.recipients().at(-1)).toBe(8);
  // Nor does it keep an outage from being seen: the others wait a while for its answer, and then a pause.
  desk.answer = () => away();
  await desk.sell(9);
  await desk.pass(100);
  desk.handed = [];
  await desk.pass(5400);
  expect(desk.recipients()).toEqual([]);
  await desk.pass(200);
  expect(desk.recipients()).toEqual([9]);
  confirm(sent);
  await desk.settle();
  expect(await desk.states()).toEqual([...Array(8).fill('sent'), 'waiting']);
});

it('However slow they are, no more than three letters are under way', async () => {
  await desk.sellMany(7);
  const confirm: (() => void)[] = [];
  desk.answer = () =>
    new Promise<SendOutcome>((resolve) => {
      confirm.push(() => resolve(sent));
    });
  await desk.begin();
  await desk.pass(60_000);
  expect(desk.recipients()).toEqual([1, 2, 3]);
  confirm[1]?.();
  await desk.settle();
  expect(desk.recipients()).toEqual([1, 2, 3, 4]);
  desk.answer = () => sent;
  for (const say of confirm) say();
  await desk.pass(1000);
  expect(desk.recipients()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it('One broken connection holds up neither the other letters nor its own, and is no fault of the service', async () => {
  await desk.sellMany(4);
  let isBroken = true;
  desk.answer = ({ to }) => {
    if (!to.includes('-2@') || !isBroken) return sent;
    isBroken = false;
    return away();
  };
  await desk.begin({ everyMs: 60_000 });
  await desk.pass(200);
  expect(desk.recipients()).toEqual([1, 2, 3, 2, 4]);
  expect(await desk.states()).toEqual(['sent', 'sent', 'sent', 'sent']);
  expect((await desk.service()).fault).toBeNull();
  await desk.sell(5);
  void desk.delivery?.run();
  await desk.settle();
  expect(desk.recipients().at(-1)).toBe(5);
});

describe('when the database does not take a result', () => {
  it('it is written as soon as the database takes it, also when no other letter is due', async () => {
    await desk.sell(1);
    let isBroken = true;
    let amended = 0;
    const amend: SmallShop['ledger']['amend'] = (script) => {
      amended += 1;
      return isBroken && desk.handed.length > 0
        ? Promise.reject(new Error('disk full'))
        : desk.shop.ledger.amend(script);
    };
    await desk.begin({ ledger: { ...desk.shop.ledger, amend } });
    isBroken = false;
    await desk.pass(100);
    expect(await desk.states()).toEqual(['sent']);
    expect(desk.recipients()).toEqual([1]);
    const before = amended;
    await desk.pass(1000);
    expect(amended).toBe(before);
  });

  it('it is written before anything else is sent, and the letter is not sent again', async () => {
    await desk.sellMany(2);
    let isBroken = true;
    const ledger: SmallShop['ledger'] = {
      ...desk.shop.ledger,
      amend: (script) => {
        if (isBroken && desk.handed.length > 0) return Promise.reject(new Error('disk full'));
        return desk.shop.ledger.amend(script);
      },
    };
    await desk.begin({ ledger });
    await desk.sell(3);
    // The holds run out meanwhile.
    desk.shop.now = minutes(20);
    await desk.pass(1000);
    expect(desk.recipients()).toEqual([1, 2]);
    expect(desk.logged('warn')[0]).toEqual({ err: new Error('disk full') });
    isBroken = false;
    await desk.pass(1000);
    expect(desk.recipients()).toEqual([1, 2, 3]);
    expect(await desk.states()).toEqual(['sent', 'sent', 'sent']);
  });
});

describe('a letter that the database kept from being composed', () => {
  it.each([
    ['because it restarts', new DatabaseFault('POSTGRES_57P01', 'restarting', true, null)],
    ['because its disk is full', new DatabaseFault('POSTGRES_53100', 'full', false, null)],
  ])('%s has not been tried, and goes out in some seconds', async (_why, fault) => {
    await desk.sell(1);
    const { ledger } = desk.shop;
    let isAway = true;
    const snapshot: typeof ledger.snapshot = (script) =>
      isAway ? Promise.reject(fault) : ledger.snapshot(script);
    await desk.begin({ ledger: { ...ledger, snapshot } });
    const letters = () =>
      desk.shop.rows('SELECT {columns} FROM letters', { state: text, tries: integer, fault: nullable(text) });
    expect(await letters()).toEqual([{ state: 'waiting', tries: 0, fault: null }]);
    expect([desk.logged('error'), desk.logged('warn'), desk.metered()]).toEqual([[], [{ err: fault }], []]);
    isAway = false;
    await desk.pass(1000);
    expect(desk.handed).toEqual([]);
    desk.shop.now = new Date(noon.getTime() + 5000);
    await desk.pass(1000);
    expect(await letters()).toEqual([{ state: 'sent', tries: 1, fault: null }]);
  });
});
