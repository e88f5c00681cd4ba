import { beforeEach, describe, expect, it } from 'vitest';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { endLetter, takeLetters } from '#server/outbox/outbox.ts';
import { days, minutes, noon, type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { mailOrderLinks } from './mail-order-links.ts';

let shop: SmallShop;
beforeEach(async () => {
  shop = smallShop();
  shop.now = noon;
  await shop.ledger.amend(() => noteMailService(true, noon));
});
const ask = (email: string) => mailOrderLinks(shop, email);
const written = () =>
  shop.ledger.write([], () => takeLetters(100, minutes(5, shop.now), minutes(6, shop.now), true));

describe('the links of the orders of an address', () => {
  it('are written to it, after the letters that somebody waits for, whether it has bought anything or not', async () => {
    await ask(' Reader@Example.com ');
    expect(await written()).toMatchObject([
      { kind: 'order-links', recipient: 'reader@example.com', purchaseId: null, bulk: true, writtenAt: noon },
    ]);
  });

  it('once a day of the shop, however often they are asked for', async () => {
    // Half a minute before midnight in Stockholm, and half a minute after.
    shop.now = new Date('2026-03-02T22:59:30Z');
    await ask('reader@example.com');
    await ask('READER@example.com');
    await ask('another@example.com');
    const recipients = async () => (await written()).map(({ recipient }) => recipient);
    expect(await recipients()).toEqual(['reader@example.com', 'another@example.com']);
    for (const id of [1, 2]) await shop.ledger.amend(() => endLetter(id, 'sent', null, shop.now));
    await ask('reader@example.com');
    expect(await recipients()).toEqual([]);
    shop.now = new Date('2026-03-02T23:00:30Z');
    await ask('reader@example.com');
    expect(await recipients()).toEqual(['reader@example.com']);
  });

  it('are not written again while the last letter waits: after days without mail all would come at once', async () => {
    for (const day of [0, 1, 2]) {
      shop.now = days(day);
      for (const email of ['reader@example.com', 'another@example.com']) await ask(email);
    }
    expect((await written()).map(({ recipient }) => recipient)).toEqual([
      'reader@example.com',
      'another@example.com',
    ]);
  });

  it('leave no address behind in what is kept of the letter', async () => {
    await ask('reader@example.com');
    expect((await written())[0]?.subject).toMatch(/^[0-9a-f]{64} 2026-03-02$/);
  });

  it.each(['reader', 'reader@example', 'reader@example.com\r\nBcc: all@example.com', ''])(
    'are not written to what is no address: %j',
    async (typed) => {
      await expect(ask(typed)).rejects.toMatchObject({ code: 'invalid_email', field: 'email' });
      expect(await written()).toEqual([]);
    },
  );

  it('are refused where the shop sends no mail', async () => {
    await shop.ledger.amend(() => noteMailService(false, noon));
    await expect(ask('reader@example.com')).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
