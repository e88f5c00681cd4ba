import { readFileSync } from 'node:fs';
import autocannon, { type Request } from 'autocannon';
import type { LoadFigures, SentLoad } from '../support/load.ts';

/** `node bench/peers/autocannon.ts FILE`: makes the load that the file describes and prints the figures as JSON. */
const { url, requests, connections, seconds } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as SentLoad;

let sent = 0;
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  timeout: 30,
  requests: [
    {
      setupRequest(request) {
        const next = requests[sent % requests.length];
        sent += 1;
        return { ...request, ...next } as Request;
      },
    },
  ],
});
const figures: LoadFigures = {
  requests: result.requests.total,
  seconds: result.duration,
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
  p999Ms: result.latency.p99_9,
  refused: result['4xx'] + result['5xx'],
  broken: result.errors + result.timeouts,
};
console.log(JSON.stringify(figures));
