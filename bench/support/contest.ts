import { type Load, type LoadFigures, load } from './load.ts';
import { countsBest } from './options.ts';
import { median, type Row } from './report.ts';
import { cpuMs, type Server } from './servers.ts';

/** What one server did with one kind of request, medians of the rounds or the best of each. */
export interface Standing {
  name: string;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  /** CPU time of the server for one request, in microseconds. */
  cpuUs: number;
  /** How busy the server's core was, from 0 to 1: well below 1, something else was the limit. */
  busy: number;
}

export interface Contestant {
  server: Server;
  requests: Load['requests'];
}

export interface Rules {
  rounds: number;
  seconds: number;
  connections: number;
}

/** Lets servers answer the same kind of request in turn, round by round, so that a busy moment of the machine hits all. */
export async function contest(contestants: readonly Contestant[], rules: Rules): Promise<Standing[]> {
  const { rounds, seconds, connections } = rules;
  const measured = contestants.map((): (LoadFigures & { cpuMs: number })[] => []);
  // Round 0 is for warming up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { server, requests }] of contestants.entries()) {
      const before = cpuMs(server.pid);
      const figures = await load({ url: server.url, requests, connections, seconds });
      if (round > 0) measured[index]?.push({ ...figures, cpuMs: cpuMs(server.pid) - before });
    }
  }
  return contestants.map(({ server }, index) => {
    const of = (figure: (one: LoadFigures & { cpuMs: number }) => number, best = Math.min) => {
      const figures = (measured[index] ?? []).map(figure);
      return countsBest() ? best(...figures) : median(figures);
    };
    return {
      name: server.name,
      perSecond: of(({ requests, seconds: took }) => requests / took, Math.max),
      p50Ms: of(({ p50Ms }) => p50Ms),
      p99Ms: of(({ p99Ms }) => p99Ms),
      p999Ms: of(({ p999Ms }) => p999Ms),
      cpuUs: of(({ cpuMs: used, requests }) => (used * 1000) / requests),
      busy: of(({ cpuMs: used, seconds: took }) => used / 1000 / took, Math.max),
    };
  });
}

/** The lines of a table; ratios beside the contestant of this name. */
export function standingsTable(standings: readonly Standing[], beside: string): Row[] {
  const peer = standings.find(({ name }) => name === beside);
  return standings.map(({ name, perSecond, p50Ms, p99Ms, p999Ms, cpuUs, busy }) => ({
    server: name,
    'requests/s': Math.round(perSecond),
    'median ms': Number(p50Ms.toFixed(2)),
    'p99 ms': Number(p99Ms.toFixed(2)),
    'p99.9 ms': Number(p999Ms.toFixed(2)),
    'CPU µs each': Number(cpuUs.toFixed(1)),
    'core busy': `${Math.round(busy * 100)} %`,
    [`of ${beside}`]: peer ? `${Math.round((perSecond / peer.perSecond) * 100)} %` : '-',
    'p99, times its': peer ? Number((p99Ms / peer.p99Ms).toFixed(2)) : '-',
  }));
}
