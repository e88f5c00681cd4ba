import { readFileSync, statSync } from 'node:fs';
import Stripe from 'stripe';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Withdrawal } from '#shared/api/withdrawals.ts';
import { shopDay } from '#shared/shop-day.ts';
import { buy, buyUnheard, control, postCheckout, press, unlockedIds } from '#tests/support/orders.ts';
import { newEmail, newPerson } from '#tests/support/people.ts';
import { OperatedShop } from './operated-shop.ts';

const desk = new OperatedShop(beforeAll, afterAll);

describe('orders', () => {
  it('find and show tell everything about an order', async () => {
    const email = newEmail();
    const { sessionId } = await buy(desk.shop, ['bundle-pre-order'], email);
    expect((await desk.run(['orders', 'find', email.slice(0, 14)])).out).toContain(sessionId);
    const { out } = await desk.run(['orders', 'show', sessionId]);
    for (const part of [email, '500 SEK', 'fod-expansions', 'granted', 'webhook', 'test payment'])
      expect(out).toContain(part);
    expect(out).toMatch(/^withdrawal +bundle-pre-order: until \d{4}-\d\d-\d\d$/m);
    expect(await desk.run(['orders', 'show', 'cs_test_none'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('orders resync'),
    });
    expect(await desk.run(['orders', 'find', 'nobody-at-all'])).toMatchObject({
      ...{ code: 0, out: '(none)\n', err: expect.stringContaining('"orders resync" asks') },
    });
  });

  it('find and show break no line of a terminal: a row that is too long for it is a paragraph, and nothing of it is lost', async () => {
    const email = newEmail();
    const sold = [await buy(desk.shop, ['fod'], email), await buy(desk.shop, ['fist'], email)];
    for (const args of [
      ['find', email],
      ['show', sold[0]?.sessionId ?? ''],
    ]) {
      const { out } = await desk.run(['orders', ...args], { columns: 80 });
      expect(out.split('\n').filter(({ length }) => length > 80)).toEqual([]);
      expect(out).toMatch(new RegExp(`^order +${sold[0]?.sessionId}$`, 'm'));
      expect(out).toMatch(new RegExp(`^address +${email}$`, 'm'));
    }
    const { out } = await desk.run(['orders', 'find', email], { columns: 80 });
    expect(out.split('\n\n')).toHaveLength(2);
    // For programs: one line for each order.
    expect((await desk.run(['orders', 'find', email])).out.trimEnd().split('\n')).toHaveLength(3);
  });

  it('show says that an order is a gift, and what became of it; the question before its move says what that does not do', async () => {
    const body = { products: [{ id: 'fod' }], baseUrl: desk.shop.url, email: newEmail(), gift: true };
    const { redirect_url: payUrl } = (await postCheckout(desk.shop, body).expect(200)).body;
    await press(payUrl, 'pay');
    await desk.shop.sandbox.stripe.deliveriesSettled();
    const id = payUrl.slice(payUrl.lastIndexOf('/') + 1);
    const { out } = await desk.run(['orders', 'show', id]);
    expect(out).toMatch(/^gift +not opened yet, and not sent by mail/m);
    const move = ['orders', 'move', id, '--to', 'bo@example.com', '--reason', 'x'];
    expect((await desk.run(move, { answer: 'no' })).err).toContain(
      'It moves to bo@example.com. This is a gift: only its giver’s order moves',
    );
  });

  it('evidence is written down for a dispute, on the terminal or into a file of its owner', async () => {
    const email = newEmail();
    const { sessionId } = await buy(desk.shop, ['fod'], email);
    const { out } = await desk.run(['orders', 'evidence', sessionId]);
    expect(out).toContain(`customer_email_address\n  ${email}`);
    const file = desk.path('evidence.txt');
    expect(await desk.run(['orders', 'evidence', sessionId, '--out', file])).toMatchObject({
      code: 0,
      out: '',
    });
    expect(readFileSync(file, 'utf8')).toContain(email);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('export gives the books of a period as CSV, into a file of its owner or on the terminal', async () => {
    const { sessionId } = await buy(desk.shop, ['fod'], newEmail());
    expect((await desk.run(['orders', 'export'])).out).toContain(sessionId);
    const file = desk.path('books.csv');
    await desk.run(['orders', 'export', '--out', file]);
    expect(readFileSync(file, 'utf8')).toContain(sessionId);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await desk.run(['orders', 'export', '--totals'])).out).not.toContain(sessionId);
  });

  it('resync brings in a paid order whose webhook was lost', async () => {
    const email = newEmail();
    const { sessionId } = await buyUnheard(desk.shop, ['fod'], email);
    expect((await desk.run(['orders', 'resync', sessionId, '--json'])).json()).toEqual({
      outcome: 'fulfilled',
      news: 0,
    });
    expect((await desk.run(['orders', 'resync', sessionId, '--json'])).json()).toMatchObject({
      outcome: 'already_fulfilled',
    });
    const { out } = await desk.run(['orders', 'show', sessionId]);
    expect(out).toMatch(/granted +purchase +operator:/);
    expect(await desk.run(['orders', 'resync', 'cs_test_none'])).toMatchObject({ code: 1 });
  });

  it('resync takes the payment as the other commands do, also of an order that is not recorded, and refuses nothing', async () => {
    const { sessionId } = await buyUnheard(desk.shop, ['fod'], newEmail());
    const { hostname, port } = new URL(desk.shop.sandboxUrl);
    const stripe = new Stripe('sk_test_shop', { host: hostname, port: Number(port), protocol: 'http' });
    const { payment_intent: payment } = await stripe.checkout.sessions.retrieve(sessionId);
    expect((await desk.run(['orders', 'resync', String(payment), '--json'])).json()).toMatchObject({
      outcome: 'fulfilled',
    });
    expect((await desk.run(['orders', 'show', String(payment)])).out).toContain(sessionId);
    for (const [typed, words] of [
      ['pi_none', 'no checkout session with the payment pi_none'],
      ['', 'Name a checkout session (cs_…), a payment (pi_…)'],
    ] as const)
      expect(await desk.run(['orders', 'resync', typed])).toMatchObject({
        ...{ code: 1, err: expect.stringContaining(words) },
      });
  });

  it('refund and move name the order before they ask, and one that is not there at once: an id is easily the wrong one', async () => {
    const email = newEmail();
    const { sessionId } = await buy(desk.shop, ['fod'], email);
    const named = new RegExp(`^${sessionId}: fod for \\d+ SEK, paid 20.+ by ${email}, paid\\.\\n`);
    for (const args of [['refund'], ['move', '--to', newEmail()]]) {
      const [verb = '', ...more] = args;
      const ask = (id: string) => desk.run(['orders', verb, id, ...more, '--reason', 'x'], { answer: 'no' });
      expect(await ask(sessionId)).toMatchObject({ code: 3, err: expect.stringMatching(named) });
      expect(await ask('cs_test_none')).toMatchObject({
        ...{ code: 1, err: expect.stringMatching(/^No order is recorded under cs_test_none/) },
      });
    }
    expect((await desk.run(['orders', 'show', sessionId])).out).toMatch(/standing +paid/);
  });

  it('the question before the move of one of two orders for the same says that their question ends with it', async () => {
    const email = newEmail();
    const [first, second] = [await buy(desk.shop, ['fod'], email), await buy(desk.shop, ['fod'], email)];
    for (const { sessionId } of [first, second]) {
      const move = ['orders', 'move', sessionId, '--to', newEmail(), '--reason', 'x'];
      expect((await desk.run(move, { answer: 'no' })).err).toMatch(
        new RegExp(
          `(${first.sessionId}|${second.sessionId}) is paid twice, with (?!\\1)cs_.*give \\1 back first`,
        ),
      );
    }
  });

  it('move asks nothing about an address that is none, that has the order, or an order that unlocks nothing any more', async () => {
    const email = newEmail();
    const { sessionId } = await buy(desk.shop, ['fod'], email);
    const ask = (to: string) =>
      desk.run(['orders', 'move', sessionId, '--to', to, '--reason', 'x'], { answer: 'no' });
    expect(await ask('anna@example')).toMatchObject({
      code: 1,
      err: '"anna@example" is no e-mail address.\n',
    });
    expect(await ask(email)).toMatchObject({ code: 1, err: expect.stringMatching(/^The order belongs to/) });
    await control(desk.shop, 'refund', { checkout_session: sessionId });
    await desk.shop.sandbox.stripe.deliveriesSettled();
    expect(await ask(newEmail())).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The order was refunded/),
    });
  });

  it('refund gives back what is left of an order, with the reason in the record, and not twice', async () => {
    const { sessionId } = await buy(desk.shop, ['fod'], newEmail());
    await control(desk.shop, 'refund', { checkout_session: sessionId, amount: 10_000 });
    const args = ['orders', 'refund', sessionId, '--yes', '--operator', 'olle'];
    expect(await desk.run(args)).toMatchObject({ code: 2, err: expect.stringContaining('--reason') });
    const refund = await desk.run([...args, '--reason', 'paid twice', '--json']);
    expect(refund.json()).toMatchObject({
      checkoutSessionId: sessionId,
      amountOre: 15_000,
      status: 'succeeded',
    });
    expect((await desk.run([...args, '--reason', 'again'])).err).toContain('it is refunded');
    expect((await desk.run(['orders', 'refund', 'cs_none', '--yes', '--reason', 'x'])).code).toBe(1);
    const { out } = await desk.run(['orders', 'show', sessionId]);
    expect(out).toMatch(/^refund +re_\w+, succeeded, 150 SEK$/m);
    expect(out).toMatch(/^operators did +when +who +why\norders\.refund +20.+ operator:olle +paid twice$/m);
    expect((await desk.run(['actions', sessionId])).out).toMatch(/orders\.refund +cs_test_\w+ +paid twice/);
    expect(await desk.run(['actions', 'cs_none'])).toMatchObject({
      ...{ code: 0, out: '(none)\n', err: expect.stringContaining('Nothing on record is about cs_none') },
    });
  });

  it('move gives an order to another address, with its history', async () => {
    const wrong = newEmail();
    const wrongPerson = await newPerson(desk.shop, wrong);
    const rightPerson = await newPerson(desk.shop);
    const { sessionId } = await buy(desk.shop, ['fist'], wrong);
    expect(await unlockedIds(desk.shop, wrongPerson.idToken)).toEqual(['fist']);
    const args = [
      'orders',
      'move',
      sessionId,
      '--to',
      rightPerson.email,
      '--reason',
      'a typing error',
      '--yes',
    ];
    expect((await desk.run([...args, '--operator', 'olle'])).out).toBe(
      `Moved from ${wrong} to ${rightPerson.email}.\n`,
    );
    expect(await unlockedIds(desk.shop, wrongPerson.idToken)).toEqual([]);
    expect(await unlockedIds(desk.shop, rightPerson.idToken)).toEqual(['fist']);
    const shown = (await desk.run(['orders', 'show', sessionId, '--json'])).json<{
      moves: unknown[];
      history: { what: string }[];
    }>();
    expect(shown.moves).toEqual([
      expect.objectContaining({
        from: wrong,
        to: rightPerson.email,
        reason: 'a typing error',
        actor: 'operator:olle',
      }),
    ]);
    expect(shown.history.map(({ what }) => what)).toEqual(['granted', 'claimed', 'moved', 'claimed']);
    expect(await desk.run(args)).toMatchObject({ code: 1, err: expect.stringContaining('already') });
    const noAddress = ['orders', 'move', sessionId, '--to', 'nowhere', '--reason', 'x', '--yes'];
    expect(await desk.run(noAddress)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no e-mail address'),
    });
  });

  it('refund gives all of an order back once, ends its unlocks, and is asked about before', async () => {
    const person = await newPerson(desk.shop);
    const { sessionId } = await buy(desk.shop, ['fod'], person.email);
    expect(await unlockedIds(desk.shop, person.idToken)).toEqual(['fod']);
    const args = ['orders', 'refund', sessionId, '--reason', 'paid twice'];
    expect(await desk.run(args)).toMatchObject({ code: 3 });
    expect(await unlockedIds(desk.shop, person.idToken)).toEqual(['fod']);
    expect(await desk.run([...args, '--yes'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^250 SEK given back: re_\w+, succeeded\.\n$/),
    });
    expect(await unlockedIds(desk.shop, person.idToken)).toEqual([]);
    expect(await desk.run([...args, '--yes'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be given back: it is refunded'),
    });
    expect(await desk.run(['orders', 'refund', 'cs_test_none', '--reason', 'x', '--yes'])).toMatchObject({
      code: 1,
    });
  });

  it('refund gives a product back the next time when the payment provider failed: it repeats its failure under the same key for a day', async () => {
    const { sessionId } = await buy(desk.shop, ['fod', 'fist'], newEmail());
    const args = ['orders', 'refund', sessionId, '--products', 'fist', '--reason', 'as they wrote', '--yes'];
    await control(desk.shop, 'fail', { count: 1, status: 500, path: 'POST /refunds' });
    expect((await desk.run(args)).code).not.toBe(0);
    expect(await desk.run(args)).toMatchObject({ code: 0, out: expect.stringMatching(/given back: re_/) });
  });

  it('refund gives one product back at its price, and name-refund says what a part given back at Stripe was for', async () => {
    const person = await newPerson(desk.shop);
    const { sessionId } = await buy(desk.shop, ['fod', 'fist', 'coc_aatt'], person.email);
    const asked = ['--reason', 'a mistake', '--yes'];
    const both = ['orders', 'refund', sessionId, '--products', 'fist', '--withdrawn', ...asked];
    expect(await desk.run(both)).toMatchObject({ code: 2, err: expect.stringContaining('not both') });
    expect(await desk.run(['orders', 'refund', sessionId, '--products', 'fist', ...asked])).toMatchObject({
      ...{ code: 0, out: expect.stringMatching(/^250 SEK given back: re_\w+, succeeded\.\n$/) },
    });
    expect(await unlockedIds(desk.shop, person.idToken)).toEqual(['fod', 'coc_aatt']);
    expect((await desk.run(['orders', 'show', sessionId])).out).toMatch(
      /^refund +re_\w+, succeeded, 250 SEK for fist$/m,
    );

    const { id } = await control<{ id: string }>(desk.shop, 'refund', {
      ...{ checkout_session: sessionId, amount: 1000 },
    });
    const name = (product: string) => [
      ...['orders', 'name-refund', sessionId, id, '--products', product, '--reason', 'as they wrote'],
    ];
    expect(await desk.run(name('coc_aatt'))).toMatchObject({ code: 3 });
    expect(await desk.run([...name('coc_aatt'), '--yes'])).toMatchObject({ code: 0 });
    expect(await unlockedIds(desk.shop, person.idToken)).toEqual(['fod']);
    // Said again, it is another product's, and the first one comes back.
    expect(await desk.run([...name('fod'), '--yes'])).toMatchObject({ code: 0, out: `${id} was for fod.\n` });
    await desk.shop.sandbox.stripe.deliveriesSettled();
    expect(await unlockedIds(desk.shop, person.idToken)).toEqual(['coc_aatt']);
    expect((await desk.run(['orders', 'attention'])).out).not.toContain(sessionId);
  });

  it('void-withdrawal has a stranger’s withdrawal not count, after asking, and the buyer withdraws all the same', async () => {
    const email = newEmail();
    const { sessionId } = await buy(desk.shop, ['fod'], email);
    const withdraw = async (address: string) => {
      const body = { orderId: sessionId, name: 'A Reader', email: address, confirm: true };
      const answer = await request(desk.shop.url).post('/api/withdrawals').send(body).expect(200);
      return (answer.body as Withdrawal).received?.reference ?? '';
    };
    const strangers = await withdraw('stranger@example.com');
    const { out, code } = await desk.run([
      ...['orders', 'void-withdrawal', sessionId, strangers],
      ...['--reason', 'they wrote', '--yes'],
    ]);
    expect([code, out]).toEqual([0, `${strangers} does not count any more.\n`]);
    const own = await withdraw(email);
    expect(own).not.toBe(strangers);
    const attention = await desk.run(['orders', 'attention']);
    expect(attention.out).toContain(own);
    expect(attention.out).not.toContain(strangers);
  });

  it('withdraw declares for a buyer what they sent by mail, after asking, and not for a day that has not come', async () => {
    const email = newEmail();
    const { sessionId } = await buy(desk.shop, ['fod', 'fist'], email);
    const args = [
      ...['orders', 'withdraw', sessionId, '--name', 'A Reader', '--email', email, '--reason', 'her mail'],
      '--received',
    ];
    const today = shopDay(new Date());
    expect(await desk.run([...args, today], { answer: 'no' })).toMatchObject({
      ...{ code: 3, err: expect.stringContaining('It will be withdrawn from fist+fod for 500 SEK. The ack') },
    });
    expect(await desk.run([...args, 'Monday', '--yes'])).toMatchObject({ code: 2 });
    expect(await desk.run([...args, '2099-01-01', '--yes'])).toMatchObject({ code: 1 });
    const { out } = await desk.run([...args, today, '--yes', '--operator', 'olle']);
    expect(out).toMatch(/^W-\w+: withdrawn from fist\+fod for 500 SEK\.\n$/);
    const shown = (await desk.run(['orders', 'show', sessionId])).out;
    expect(shown).toMatch(
      new RegExp(`^withdrawal +W-.+ by A Reader <${email}>: fist, fod for 500 SEK$`, 'm'),
    );
    expect(shown).toMatch(/^orders\.withdraw +20.+ operator:olle +her mail$/m);
    expect((await desk.run(['orders', 'attention'])).out).toContain('withdrawal_requested');
  });

  it('attention lists what waits for a decision, and resolve closes it', async () => {
    const { sessionId } = await buy(desk.shop, ['fod', 'fist'], newEmail());
    await control(desk.shop, 'refund', { checkout_session: sessionId, amount: 1000 });
    type Item = { checkoutSessionId: string; reason: string; subject: string };
    const open = (await desk.run(['orders', 'attention', '--json'])).json<Item[]>();
    const item = open.find(({ checkoutSessionId }) => checkoutSessionId === sessionId);
    expect(item).toMatchObject({ reason: 'partial_refund_unassigned' });
    const args = [
      'orders',
      'resolve',
      sessionId,
      item?.reason ?? '',
      item?.subject ?? '',
      '--reason',
      'goodwill',
    ];
    expect(await desk.run(args)).toMatchObject({ code: 0, out: 'Closed.\n' });
    expect(await desk.run(args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('No such question about this order is open'),
    });
    expect((await desk.run(['orders', 'attention'])).out).not.toContain(sessionId);
  });
});
