import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { admin } from '#tests/support/admin.ts';
import { buy } from '#tests/support/orders.ts';
import { newEmail } from '#tests/support/people.ts';
import { OperatedShop } from './operated-shop.ts';

const desk = new OperatedShop(beforeEach, afterEach);

describe('resend-receipt', () => {
  it("asks the payment provider to send the receipt again, to the order's address as it is now", async () => {
    const { sessionId } = await buy(desk.shop, ['fod'], newEmail());
    const right = newEmail();
    await desk.run(['orders', 'move', sessionId, '--to', right, '--reason', 'typed wrong', '--yes']);
    const provider = await startProvider();
    const environment = { ...desk.shop.environment, STRIPE_API_BASE: provider.url };
    const args = ['orders', 'resend-receipt', sessionId];
    expect(await admin(environment, args)).toMatchObject({
      code: 0,
      out: `The payment provider was asked to send the receipt to ${right}.\n`,
    });
    expect(provider.requests).toEqual([
      expect.stringMatching(/^GET \/v1\/payment_intents\/pi_/),
      `POST /v1/charges/ch_1 receipt_email=${encodeURIComponent(right)}`,
    ]);
    provider.setStatus('canceled');
    expect(await admin(environment, args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no payment'),
    });
    await provider.close();
  });

  it('brings the receipt to the inbox once more', async () => {
    const email = newEmail();
    const { sessionId } = await buy(desk.shop, ['fod'], email);
    const before = desk.shop.sandbox.inbox.list(email).length;
    expect((await desk.run(['orders', 'resend-receipt', sessionId])).code).toBe(0);
    expect(desk.shop.sandbox.inbox.list(email)).toHaveLength(before + 1);
  });

  it('refuses an order that is not recorded', async () => {
    expect((await desk.run(['orders', 'resend-receipt', 'cs_test_none'])).code).toBe(1);
  });
});

/** The two calls that sending a receipt takes, with an answer of Stripe's form. */
async function startProvider() {
  const requests: string[] = [];
  let status = 'succeeded';
  const server = createServer(async (request, response) => {
    const body = await text(request);
    requests.push(`${request.method} ${request.url}${body && ` ${body}`}`);
    const intent = { id: 'pi_1', object: 'payment_intent', status, latest_charge: 'ch_1' };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.method === 'GET' ? intent : { id: 'ch_1', object: 'charge' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    setStatus: (next: string) => {
      status = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
