import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The present values of the site's metrics. */
export interface Figures {
  residentMb: number;
  heapMb: number;
  openFiles: number;
  /** Requests answered with 5xx so far. */
  failed: number;
}

/** Reads the metrics of a site that was started with this `METRICS_PORT`. */
export async function readFigures(port: number): Promise<Figures> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  const megabytes = (name: string) => Math.round((value(name) / 1024 / 1024) * 10) / 10;
  const failed = [
    ...text.matchAll(/^shop_http_request_duration_seconds_count\{.*status="5\d\d".*\} (\d+)$/gm),
  ];
  return {
    residentMb: megabytes('process_resident_memory_bytes'),
    heapMb: megabytes('nodejs_heap_size_used_bytes'),
    openFiles: value('process_open_fds'),
    failed: failed.reduce((sum, [, count]) => sum + Number(count), 0),
  };
}

/** The number of the test worker, from the environment. */
const { VITEST_POOL_ID: unitWorker, TEST_PARALLEL_INDEX: browserWorker } = process.env;
const lanes = 5;
const lane = unitWorker
  ? Number(unitWorker) % lanes
  : browserWorker
    ? lanes + (Number(browserWorker) % lanes)
    : 2 * lanes;
/** Below the ephemeral ports, so that the system does not assign it to another server meanwhile. */
const ports = { from: 20_000 + lane * 1000, count: 1000 };
let taken = randomInt(ports.count);

/** A free port for a process that is about to start; each test worker searches in its own range. */
export async function freePort(): Promise<number> {
  for (;;) {
    taken += 1;
    const port = ports.from + (taken % ports.count);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error;
        return false;
      },
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
