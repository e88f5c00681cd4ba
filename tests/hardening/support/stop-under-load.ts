import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import Stripe from 'stripe';
import { type Shop, webhookSecret } from '#tests/support/shop.ts';
import { startSiteProcess } from './site-process.ts';

/** Connections that send requests without a pause. */
const clients = 20;
/** The least number of answers before the signal; a random number is added. */
const warmUpAnswers = 150;

export interface StopOutcome {
  answered: number;
  /** Requests without answer or with a 5xx, each with the reason. */
  failures: string[];
  exit: { code: number | null; signal: string | null };
  /** From the signal to the exit. */
  seconds: number;
}

/**
 * Stops a site with SIGTERM while clients send requests on persistent connections. A client that gets `Connection: close`
 * stops, like a load balancer or HTTP library that connects elsewhere.
 */
export async function stopUnderLoad(shop: Shop): Promise<StopOutcome> {
  const site = await startSiteProcess(shop);
  const failures: string[] = [];
  let answered = 0;
  const warm = Promise.withResolvers<void>();
  const stopAfter = warmUpAnswers + Math.floor(Math.random() * warmUpAnswers);
  const client = async (number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let sent = 0; ; sent += 1) {
      const last = await ask(shop, agent, number, sent).catch((error: unknown) => {
        failures.push(String(error));
        return true;
      });
      answered += 1;
      if (answered === stopAfter) warm.resolve();
      if (last) break;
    }
    agent.destroy();
  };
  const asking = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  await Promise.race([warm.promise, asking]);
  const startedAt = performance.now();
  const exit = await site.signal('SIGTERM');
  await asking;
  return { answered, failures, exit, seconds: (performance.now() - startedAt) / 1000 };
}

/** @returns whether the site said that the connection ends */
async function ask(shop: Shop, agent: Agent, client: number, sent: number): Promise<boolean> {
  const webhook = sent % 3 === 0;
  const body = webhook ? signedEvent(`evt_stop_${client}_${sent}_${Date.now()}`) : null;
  const asked = request(`${shop.url}${webhook ? '/api/stripe/webhook' : '/api/config'}`, {
    agent,
    ...(body && { method: 'POST', headers: { 'stripe-signature': body.signature } }),
  });
  asked.end(body?.payload);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw new Error(`${webhook ? 'webhook' : 'config'}: ${answer.statusCode}`);
  return answer.headers.connection === 'close';
}

function signedEvent(id: string): { payload: string; signature: string } {
  const payload = JSON.stringify({
    id,
    object: 'event',
    livemode: false,
    type: 'customer.created',
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: 'cus_1', object: 'customer' } },
  });
  return {
    payload,
    signature: Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret }),
  };
}
