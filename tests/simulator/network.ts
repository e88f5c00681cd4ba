import {
  IdempotencyConflict,
  InvalidWebhookEvent,
  InvalidWebhookSignature,
} from '#server/buying/payment-provider.ts';
import { EventNotRecorded } from '#server/http/error-handler.ts';
import { Refusal } from '#server/refusal.ts';
import type { Ask } from './front-door.ts';
import { isExplained } from './shop-process.ts';
import type { World } from './world.ts';

/** What a client hears of a request. */
export type Outcome<T> =
  | { kind: 'answer'; value: T }
  /** The shop says no, and why. */
  | { kind: 'refused'; code: string }
  /** The shop says that it cannot do it now. */
  | { kind: 'failed' }
  /** Nothing came back: it may have happened. */
  | { kind: 'silence' };

/** How long a client waits, in milliseconds. */
const patienceMs = 30_000;

/**
 * Sends one request to the site over a line that loses it, loses its answer, or has it arrive twice.
 * @param call asks the site's handlers
 */
export async function knock<T>(world: World, call: (ask: Ask) => Promise<T>): Promise<Outcome<T>> {
  const { time, dice, weather } = world;
  const travel = () => dice.between('line', 1, 60);
  await time.sleep(travel());
  if (weather.strikes('line', 1)) {
    await time.sleep(patienceMs);
    return { kind: 'silence' };
  }
  // Somebody on the way sends it a second time.
  if (weather.strikes('line', 1)) void handOver(world, call);
  const answer = handOver(world, call);
  if (!answer) return { kind: 'silence' };
  const isLost = weather.strikes('line', 1);
  let giveUp = () => {};
  const tired = new Promise<Outcome<T>>((resolve) => {
    giveUp = time.after(patienceMs, () => resolve({ kind: 'silence' }));
  });
  const heard = isLost ? await tired : await Promise.race([answer, tired]);
  giveUp();
  if (heard.kind !== 'silence') await time.sleep(travel());
  return heard;
}

/** Has the site's process answer. @returns `null` when no site listens; a promise that never settles when it dies meanwhile */
function handOver<T>(world: World, call: (ask: Ask) => Promise<T>): Promise<Outcome<T>> | null {
  const { site, time } = world;
  const client = time.current;
  if (!site || !client) return null;
  return new Promise((resolve) => {
    const tell = (outcome: Outcome<T>) => void time.after(0, () => resolve(outcome), client);
    time.after(
      0,
      () => {
        call(site.ask).then(
          (value) => tell({ kind: 'answer', value }),
          (error: unknown) => tell(outcomeOf(world, error)),
        );
      },
      site.owner,
    );
  });
}

/** What the site's error handler would have answered. An error that nothing explains is a fault of the shop's. */
function outcomeOf<T>({ story }: World, error: unknown): Outcome<T> {
  if (error instanceof Refusal) return { kind: 'refused', code: error.code };
  if (error instanceof IdempotencyConflict) return { kind: 'refused', code: 'idempotency_conflict' };
  if (error instanceof InvalidWebhookSignature) return { kind: 'refused', code: 'invalid_signature' };
  if (error instanceof InvalidWebhookEvent) return { kind: 'refused', code: 'invalid_request' };
  const cause = error instanceof EventNotRecorded ? error.cause : error;
  if (!isExplained(cause)) {
    story.breaks('no error without a cause', cause instanceof Error ? String(cause.stack) : String(cause));
  }
  return { kind: 'failed' };
}

/** Sends a request again until there is an answer, as people and apps do. */
export async function insist<T>(
  world: World,
  call: (ask: Ask) => Promise<T>,
  { times = 4, pauseMs = 4000 } = {},
): Promise<Outcome<T>> {
  let outcome: Outcome<T> = { kind: 'silence' };
  for (let time = 0; time < times; time += 1) {
    if (time > 0) await world.time.sleep(pauseMs);
    outcome = await knock(world, call);
    if (outcome.kind === 'answer' || outcome.kind === 'refused') break;
  }
  return outcome;
}
