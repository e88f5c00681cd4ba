import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { line, order, type StartedSandbox, startSandboxForTests } from '#sandbox/stripe/start-for-tests.ts';

let started: StartedSandbox;
beforeAll(async () => {
  started = await startSandboxForTests();
});
afterAll(() => started.close());

const open = (changes: Parameters<typeof order>[0] = {}) =>
  started.client.checkout.sessions.create(order(changes));
const { customer_email: _email, ...anonymous } = order();
const openAnonymous = () => started.client.checkout.sessions.create(anonymous);
const stateOf = async (id: string): Promise<[status: string | null, payment: string]> => {
  const { status, payment_status } = await started.client.checkout.sessions.retrieve(id);
  return [status, payment_status];
};

describe('the payment page', () => {
  it('shows every line with its amount in SEK, the total, and that nothing is charged, without any script', async () => {
    const session = await open({
      line_items: [line('Fortress & <Death>', 18_750), line('F.I.S.T.', 25_000, 2)],
    });
    const answer = await fetch(String(session.url));
    const markup = await answer.text();
    for (const shown of [
      'Fortress &amp; &lt;Death&gt;',
      '187.50 SEK',
      '500 SEK',
      '687.50 SEK',
      'Test payment page: nothing is charged.',
      'buyer@example.com',
    ])
      expect(markup).toContain(shown);
    expect(markup).not.toContain('<script');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(markup).not.toContain('name="email"');
  });

  it("stands in the shop's own typefaces", async () => {
    const at = String((await open()).url);
    const stylesheet =
      /<link rel="stylesheet" href="([^"]+)"/.exec(await (await fetch(at)).text())?.[1] ?? '';
    const css = await (await fetch(new URL(stylesheet, at))).text();
    const fonts = [...css.matchAll(/url\("([^"]+)"\)/g)].map(([, path]) => path ?? '');
    expect(fonts).toHaveLength(2);
    for (const font of fonts) {
      const answer = await fetch(new URL(font, at));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'font/woff2']);
    }
  });

  it('asks for an e-mail address only when the session has none, and keeps what was typed when it is wrong', async () => {
    const session = await openAnonymous();
    expect(await (await fetch(String(session.url))).text()).toMatch(
      /<input id="email" name="email" type="email" required/,
    );
    const wrong = await started.conclude(session, { outcome: 'pay', email: 'nobody"@' });
    const markup = await wrong.text();
    expect(wrong.status).toBe(422);
    expect(markup).toContain('value="nobody&quot;@"');
    expect(markup).toContain('You must enter a valid email address.');
    expect(await stateOf(session.id)).toEqual(['open', 'unpaid']);
    await started.conclude(session, { outcome: 'pay', email: ' guest@example.com ' });
    const paid = await started.client.checkout.sessions.retrieve(session.id);
    expect(paid.customer_details?.email).toBe('guest@example.com');
    expect(paid.customer_email).toBeNull();
  });

  it("pay leads to success_url with the session's id in place of {CHECKOUT_SESSION_ID}, and mails a receipt", async () => {
    const session = await open({ customer_email: 'receipt-reader@example.com' });
    const answer = await started.conclude(session, { outcome: 'pay' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`http://shop.test/shop/success?session_id=${session.id}`);
    expect(await stateOf(session.id)).toEqual(['complete', 'paid']);
    const [receipt] = started.sandbox.inbox.list('receipt-reader@example.com');
    expect(receipt).toMatchObject({
      from: 'payments',
      text: expect.stringContaining('The Fortress of Death: 250 SEK'),
    });
  });

  it('decline shows the same page with the error, and the buyer may try again', async () => {
    const session = await open();
    const answer = await started.conclude(session, { outcome: 'decline' });
    expect(answer.status).toBe(402);
    expect(await answer.text()).toContain('Your card was declined.');
    expect(await stateOf(session.id)).toEqual(['open', 'unpaid']);
    await started.conclude(session, { outcome: 'pay' });
    const { data } = await started.client.charges.list({
      payment_intent: String((await started.client.checkout.sessions.retrieve(session.id)).payment_intent),
    });
    expect(data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });

  it('cancel leads to cancel_url and leaves the session open, even without an e-mail address', async () => {
    const session = await openAnonymous();
    const answer = await started.conclude(session, { outcome: 'cancel' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://shop.test/shop/cancel']);
    expect(await stateOf(session.id)).toEqual(['open', 'unpaid']);
  });

  it('pay_later_success completes the session unpaid, and it is paid once settled', async () => {
    const session = await open();
    const answer = await started.conclude(session, { outcome: 'pay_later_success' });
    expect(answer.headers.get('location')).toBe(`http://shop.test/shop/success?session_id=${session.id}`);
    expect(await stateOf(session.id)).toEqual(['complete', 'unpaid']);
    expect(await (await fetch(`${started.url}/pay/${session.id}`)).text()).toContain(
      'Your payment is on its way.',
    );
    expect((await started.control('settle', { checkout_session: session.id })).status).toBe(200);
    expect(await stateOf(session.id)).toEqual(['complete', 'paid']);
    expect((await started.control('settle', { checkout_session: session.id })).status).toBe(400);
  });

  it('pay_later_failure stays unpaid', async () => {
    const session = await open();
    await started.conclude(session, { outcome: 'pay_later_failure' });
    await started.control('settle', { checkout_session: session.id });
    expect(await stateOf(session.id)).toEqual(['complete', 'unpaid']);
    const [event] = (await started.client.events.list({ type: 'checkout.session.async_payment_failed' }))
      .data;
    expect(event?.data.object).toMatchObject({ id: session.id, payment_status: 'unpaid' });
  });

  it('a payment on its way settles by itself after its delay', async () => {
    const other = await startSandboxForTests({ settleDelayMs: 60_000 });
    const session = await other.client.checkout.sessions.create(order());
    await other.conclude(session, { outcome: 'pay_later_success' });
    other.advance(59);
    expect((await other.client.checkout.sessions.retrieve(session.id)).payment_status).toBe('unpaid');
    other.advance(2);
    expect((await other.client.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
    await other.close();
  });

  it('of a completed or expired session says so, with a way back, and takes no payment', async () => {
    const paid = await open();
    await started.conclude(paid, { outcome: 'pay' });
    const completed = await (await fetch(String(paid.url))).text();
    expect(completed).toContain('This order is complete');
    expect(completed).toContain(`href="http://shop.test/shop/success?session_id=${paid.id}"`);
    const expired = await open();
    await started.client.checkout.sessions.expire(expired.id);
    const gone = await started.conclude(expired, { outcome: 'pay' });
    expect(gone.status).toBe(409);
    const markup = await gone.text();
    expect(markup).toContain('This payment page has expired');
    expect(markup).toContain('href="http://shop.test/shop/cancel"');
    expect(await stateOf(expired.id)).toEqual(['expired', 'unpaid']);
  });

  it('paid twice at once is charged once', async () => {
    const session = await open();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => started.conclude(session, { outcome: 'pay' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(9).fill(409)]);
    const completed = await started.client.events.list({ type: 'checkout.session.completed', limit: 100 });
    expect(
      completed.data.filter(({ data }) => (data.object as { id: string }).id === session.id),
    ).toHaveLength(1);
  });

  it('of an unknown session is 404, and an unknown outcome is 400', async () => {
    expect((await fetch(`${started.url}/pay/cs_test_none`)).status).toBe(404);
    expect((await started.conclude(await open(), { outcome: 'steal' })).status).toBe(400);
  });
});
