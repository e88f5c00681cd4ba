import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { undateLetters } from '#server/buying/undate-letters.ts';
import { integer, nullable, text, time } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { postponeLetter, takeLetters, writeLetter } from '#server/outbox/outbox.ts';
import { outboxFigures } from '#server/outbox/outbox-report.ts';
import { engines } from '#tests/support/engines.ts';
import { type GiftShop, openGiftShop } from '#tests/support/gift-shop.ts';
import { days, minutes, noon } from '#tests/support/small-shop.ts';

const letters = query('SELECT {columns} FROM letters WHERE kind = ? ORDER BY id', {
  ...{ id: integer, subject: text, writtenAt: time, dueAt: time, heldUntil: nullable(time) },
});

describe.each(engines)('letters that a clock 30 days ahead has dated, on $engine', ({ open }) => {
  let shop: GiftShop;
  beforeEach(async () => {
    shop = await openGiftShop(open);
  });
  afterEach(() => shop.ledger.close());

  const undate = (now = noon, ours = now) => shop.ledger.write([], () => undateLetters(now, ours));
  const write = (subject: string, at: Date) =>
    shop.ledger.write([], () =>
      writeLetter(
        { kind: 'order-links', subject, recipient: 'anna@example.com', happenedAt: noon, bulk: true },
        at,
      ),
    );
  const links = () => shop.ledger.read(() => letters.all('order-links'));
  async function wrapped(sendOn: string) {
    await shop.give();
    await shop.wrap({ sendOn });
    const [gift] = await shop.ledger.read(() => letters.all('gift'));
    if (!gift) throw new Error('There is no letter');
    return gift;
  }

  it('wait no longer once it is set right, and count as waiting', async () => {
    await write('a', days(30));
    await write('b', noon);
    await shop.ledger.amend(() => postponeLetter(2, days(30), '451'));
    expect(await undate()).toBe(2);
    expect(await links()).toMatchObject(
      ['a', 'b'].map((subject) => ({ subject, writtenAt: noon, dueAt: noon })),
    );
    expect(await shop.ledger.read(() => outboxFigures(noon))).toMatchObject({ waiting: 2, oldest: noon });
    expect(await undate()).toBe(0);
  });

  it('stay as they are where they wait for an hour that a right clock may have set', async () => {
    await write('a', minutes(-5));
    await shop.ledger.amend(() => postponeLetter(1, minutes(120), '451'));
    expect(await undate()).toBe(0);
    expect(await links()).toMatchObject([{ writtenAt: minutes(-5), dueAt: minutes(120) }]);
    await shop.ledger.amend(() => postponeLetter(1, minutes(121), '451'));
    expect(await undate()).toBe(1);
    expect(await links()).toMatchObject([{ writtenAt: minutes(-5), dueAt: noon }]);
  });

  it('stay as they are while it is still ahead: by it they are due', async () => {
    await write('a', days(30));
    expect(await undate(noon, days(30))).toBe(0);
    expect(await links()).toMatchObject([{ dueAt: days(30) }]);
  });

  it('are held no longer by a process that was killed', async () => {
    await write('a', noon);
    await shop.ledger.write([], () => takeLetters(9, noon, days(30), true));
    await undate();
    expect(await links()).toMatchObject([{ heldUntil: null }]);
    await shop.ledger.write([], () => takeLetters(9, noon, minutes(11), true));
    await undate();
    expect(await links()).toMatchObject([{ heldUntil: minutes(11) }]);
  });

  it('go on their day if they are of gifts, from eight in Stockholm, and at once if that is over', async () => {
    const { id, dueAt } = await wrapped('2026-03-29');
    const gifts = () => shop.ledger.read(() => letters.all('gift'));
    expect(await undate()).toBe(0);
    for (const [now, then] of [
      [noon, dueAt],
      [noon, dueAt],
      [new Date('2026-03-29T07:00:00Z'), new Date('2026-03-29T07:00:00Z')],
    ] as const) {
      await shop.ledger.amend(() => postponeLetter(id, days(60), '451'));
      expect(await undate(now)).toBe(1);
      expect(await gifts()).toMatchObject([{ writtenAt: then, dueAt: then }]);
    }
    expect(dueAt).toEqual(new Date('2026-03-29T06:00:00Z'));
  });
});
