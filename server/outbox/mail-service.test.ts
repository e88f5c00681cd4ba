import { beforeEach, describe, expect, it } from 'vitest';
import { nullable, time } from '#server/ledger/rows.ts';
import { days, minutes, noon, type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { mailService, noteMailFault, noteMailService, tryOutbox, undateMailService } from './mail-service.ts';

let shop: SmallShop;
beforeEach(() => {
  shop = smallShop();
});
const note = (exists: boolean, at: Date) => shop.ledger.write([], () => noteMailService(exists, at));
const fail = (fault: string | null, at: Date) => shop.ledger.write([], () => noteMailFault(fault, at));
const service = () => shop.ledger.read(mailService);

describe('whether letters are owed', () => {
  it('is never so in a database that never had a mail service', async () => {
    const none = { owedSince: null, fault: null, faultSince: null };
    expect(await service()).toEqual(none);
    await note(false, noon);
    expect(await service()).toEqual(none);
  });

  it('is so from an hour before the first start with one, and stays so at later starts', async () => {
    await note(true, noon);
    expect(await service()).toEqual({ owedSince: minutes(-60), fault: null, faultSince: null });
    await note(true, days(1));
    expect(await service()).toMatchObject({ owedSince: minutes(-60) });
  });

  it('ends with a start without one, which has no fault either, and begins anew after it', async () => {
    await note(true, noon);
    await fail('ECONNECTION', noon);
    await note(false, days(1));
    expect(await service()).toEqual({ owedSince: null, fault: null, faultSince: null });
    await note(true, days(2));
    expect(await service()).toMatchObject({ owedSince: minutes(-60, days(2)) });
  });
});

describe('a start by a clock that was ahead', () => {
  const undate = (now: Date) => shop.ledger.amend(() => undateMailService(now));

  it('owes letters from an hour ago on, once the time is known', async () => {
    await note(true, days(400));
    expect(await undate(noon)).toBe(1);
    expect(await service()).toMatchObject({ owedSince: minutes(-60) });
  });

  it('is none where letters have been owed for some time, or are not', async () => {
    await note(true, noon);
    expect(await undate(days(1))).toBe(0);
    expect(await service()).toMatchObject({ owedSince: minutes(-60) });
    await note(false, noon);
    expect(await undate(days(1))).toBe(0);
    expect(await service()).toMatchObject({ owedSince: null });
  });
});

describe('why nothing can be sent', () => {
  beforeEach(() => note(true, noon));

  it('is the newest fault, since the first', async () => {
    await fail('ECONNECTION', noon);
    await fail('535 5.7.8', minutes(1));
    expect(await service()).toMatchObject({ fault: '535 5.7.8', faultSince: noon });
  });

  it('is over after a success', async () => {
    await fail('ECONNECTION', noon);
    await fail(null, minutes(1));
    expect(await service()).toMatchObject({ fault: null, faultSince: null, owedSince: minutes(-60) });
    await fail('ETIMEDOUT', minutes(2));
    expect(await service()).toMatchObject({ faultSince: minutes(2) });
  });
});

it('A test of the outbox writes beside it, and says so', async () => {
  await note(true, noon);
  expect(await shop.ledger.amend(() => tryOutbox(minutes(1)))).toBe(1);
  expect(await shop.rows('SELECT tried_at FROM mail_service', { triedAt: nullable(time) })).toEqual([
    { triedAt: minutes(1) },
  ]);
});
