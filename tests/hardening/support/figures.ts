import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

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

/** Ports below the ephemeral ones, so that the system does not assign one to another server meanwhile; a lane is some of them in a row. */
const lanes = { from: 20_000, count: 60, ports: 200 };
/** The first port of this process's lane, and how many others of it were looked at so far. */
let lane: Promise<number> | undefined;
let looked = 0;

/**
 * A free port of 127.0.0.1 for a process that is about to start. Every process that asks searches in a lane of its own, so none gets a
 * port that another, of this test run or of one beside it, is about to use.
 * @throws when 60 processes have a lane already
 */
export async function freePort(): Promise<number> {
  lane ??= takeLane();
  const first = await lane;
  for (;;) {
    looked += 1;
    const port = first + 1 + (looked % (lanes.ports - 1));
    const server = await listenOn(port);
    if (!server) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** A process has a lane while it listens on the lane's first port, which ends with the process. */
async function takeLane(): Promise<number> {
  const start = randomInt(lanes.count);
  for (let tried = 0; tried < lanes.count; tried += 1) {
    const first = lanes.from + ((start + tried) % lanes.count) * lanes.ports;
    const server = await listenOn(first);
    if (!server) continue;
    server.unref();
    return first;
  }
  throw new Error(`No lane of ports is free from ${lanes.from} on: too many processes run tests`);
}

/** @returns `null` when the port is in use */
async function listenOn(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return null;
  }
}
