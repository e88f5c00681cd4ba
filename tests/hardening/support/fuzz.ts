import { connect } from 'node:net';
import fc from 'fast-check';
import type { Shop } from '#tests/support/shop.ts';
import { cases, type FuzzCase } from './fuzz-cases.ts';

export interface FuzzOutcome {
  requests: number;
  /** Answers by status; 0 is a connection that was closed without one. */
  statuses: Record<string, number>;
  /** Cases that were answered with 5xx or not in time, as text. Must be empty. */
  faults: string[];
}

const answerWithinMs = 5000;
/** How long to wait for the answer to a truncated or broken request, in milliseconds; the site may wait longer for its rest. */
const patienceMs = 250;

/**
 * Sends generated requests over raw connections, several at a time.
 * @param seed makes a run repeatable
 * @param token a valid id token, for half of them
 */
export async function fuzz(
  shop: Pick<Shop, 'url'>,
  requests: number,
  seed: number,
  token: string,
  atOnce = 16,
): Promise<FuzzOutcome> {
  const port = Number(new URL(shop.url).port);
  const statuses: Record<string, number> = {};
  const faults: string[] = [];
  const batch = 500;
  for (let sent = 0; sent < requests; sent += batch) {
    const queue = fc.sample(cases(token), { seed: seed + sent, numRuns: Math.min(batch, requests - sent) });
    const work = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const status = await send(port, next);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 'late' || Number(status) >= 500) {
          faults.push(
            `${status} for ${next.kind}: ${JSON.stringify(next.bytes.toString('latin1').slice(0, 600))}`,
          );
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
  return { requests, statuses, faults };
}

/** @returns the status of the answer, `0` without one, `late` when the site does not answer a complete request in time */
async function send(port: number, { kind, bytes }: FuzzCase): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  let answer = '';
  // The site may close the connection while we are still writing.
  socket.on('error', () => socket.destroy());
  socket.setEncoding('latin1').on('data', (chunk) => {
    answer += chunk;
  });
  let late = false;
  socket.setTimeout(kind === 'well-formed' ? answerWithinMs : patienceMs, () => {
    late = kind === 'well-formed' && answer === '';
    socket.destroy();
  });
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  if (late) return 'late';
  return /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? '0';
}
