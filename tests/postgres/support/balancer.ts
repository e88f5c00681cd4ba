import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Distributes requests over sites, like a load balancer with readiness checks. */
export interface Balancer {
  url: string;
  close(): Promise<void>;
}

const askEveryMs = 250;

/** @param sites their addresses; one that does not answer `/readyz` with 200 gets no requests */
export async function startBalancer(sites: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let ready = [...sites];
  let turn = 0;
  const ask = async () => {
    const answers = await Promise.all(
      sites.map((site) =>
        fetch(`${site}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
          async (response) => {
            await response.arrayBuffer();
            return response.ok;
          },
          () => false,
        ),
      ),
    );
    ready = sites.filter((_, index) => answers[index]);
  };
  const asking = setInterval(() => void ask(), askEveryMs);
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    const site = ready[turn % ready.length];
    const refuse = () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    };
    if (site === undefined) return void refuse();
    const { method, headers, url } = incoming;
    const onward = request(`${site}${url}`, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', refuse).pipe(outgoing);
    });
    onward.on('error', refuse);
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(asking);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
