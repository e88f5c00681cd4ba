import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The core that servers run on, and the one for the load and for stand-ins. */
export const serverCore = '0';
export const otherCore = '1';

export interface LoadRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Requests of which each may be sent only once, made as they are needed: however fast the machine is. */
export interface FreshRequests {
  /** So many as a load of this length should need. @param seconds how long it is to last */
  take(seconds: number): LoadRequest[];
  /** Learns from a load how fast the server is. */
  learn(figures: Pick<LoadFigures, 'requests' | 'seconds'>): void;
}

export interface Load {
  /** Without a slash at the end. */
  url: string;
  /** Sent in turn: again and again, or those that are fresh once each. */
  requests: readonly LoadRequest[] | FreshRequests;
  connections: number;
  seconds: number;
}

/** A load whose requests are made. */
export type SentLoad = Load & { requests: readonly LoadRequest[] };

export interface LoadFigures {
  requests: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  /** Answers of 400 and above. */
  refused: number;
  /** Connections that failed, broke or timed out. */
  broken: number;
}

const hasWrk = spawnSync('wrk', ['-v']).error === undefined;

/** What makes the load here. */
export const loadTool = hasWrk ? 'wrk' : 'autocannon';

/**
 * Loads a server from a process of its own on the other core: with wrk where it is installed, because nothing written
 * in JavaScript keeps the fastest servers busy, or else with autocannon.
 * Where fresh requests ran out, so that some were sent twice, the load does not count and is made again with more of them.
 * @throws when an answer was an error
 */
export async function load({ requests, ...about }: Load): Promise<LoadFigures> {
  if (!('take' in requests)) return loadWith({ ...about, requests });
  for (;;) {
    const fresh = requests.take(about.seconds);
    const figures = await loadWith({ ...about, requests: fresh });
    requests.learn(figures);
    if (figures.requests <= fresh.length) return figures;
  }
}

async function loadWith(wanted: SentLoad): Promise<LoadFigures> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-load-'));
  try {
    const figures = await (hasWrk ? withWrk : withAutocannon)(wanted, directory);
    if (figures.refused + figures.broken > 0)
      throw new Error(`Not all went well: ${JSON.stringify(figures)}`);
    return figures;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function withWrk(wanted: SentLoad, directory: string): Promise<LoadFigures> {
  const file = join(directory, 'requests');
  writeFileSync(file, wanted.requests.map((request) => onTheWire(request, wanted.url)).join(''));
  return lastLine(
    [
      'wrk',
      ...['-t1', `-c${wanted.connections}`, `-d${wanted.seconds}s`, '--timeout', '30s'],
      ...['-s', join(import.meta.dirname, 'wrk.lua'), wanted.url],
    ],
    { REQUESTS: file },
  );
}

async function withAutocannon(wanted: SentLoad, directory: string): Promise<LoadFigures> {
  const file = join(directory, 'load.json');
  writeFileSync(file, JSON.stringify(wanted));
  return lastLine([process.execPath, join(import.meta.dirname, '../peers/autocannon.ts'), file], {});
}

/** Runs a program that ends with its figures as a line of JSON. */
async function lastLine(command: string[], environment: Record<string, string>): Promise<LoadFigures> {
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  const { stdout } = await promisify(execFile)('taskset', ['-c', otherCore, ...command], { env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as LoadFigures;
}

/** A request as `wrk.lua` reads it. */
function onTheWire({ method, path, headers, body = '' }: LoadRequest, url: string): string {
  const all: Record<string, string> = { host: new URL(url).host, ...headers };
  if (body !== '') all['content-length'] = String(Buffer.byteLength(body));
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`;
  return `${Buffer.byteLength(text)}\n${text}`;
}
