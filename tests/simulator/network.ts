import { InvalidWebhookEvent } from '#server/buying/payment-provider.ts';
import { EventNotRecorded } from '#server/http/error-handler.ts';
import { Refusal } from '#server/refusal.ts';
import type { Ask } from './front-door.ts';
import { isExplained } from './shop-process.ts';
import type { World } from './world.ts';

/** The outcome of a request for a client. */
export type Outcome<T> =
  | { kind: 'answer'; value: T }
  /** Refused, with the reason. */
  | { kind: 'refused'; code: string }
  /** Temporarily unavailable. */
  | { kind: 'failed' }
  /** No answer: it may have been carried out. */
  | { kind: 'silence' };

/** The client's time-out, in milliseconds. */
const patienceMs = 30_000;

/**
 * Sends one request to the site over a network that may lose it, lose its answer, or duplicate it.
 * @param call calls the site's handlers
 */
export async function knock<T>(world: World, call: (ask: Ask) => Promise<T>): Promise<Outcome<T>> {
  const { time, dice, weather } = world;
  const travel = () => dice.between('line', 1, 60);
  await time.sleep(travel());
  if (weather.strikes('line', 1)) {
    await time.sleep(patienceMs);
    return { kind: 'silence' };
  }
  // The network duplicates it.
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

/** Lets the site's process answer. @returns `null` when no site listens; a promise that never settles when the process is killed meanwhile */
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

/** The answer of the site's error handler. An unexplained error is a bug of the shop. */
function outcomeOf<T>({ story }: World, error: unknown): Outcome<T> {
  if (error instanceof Refusal) return { kind: 'refused', code: error.code };
  if (error instanceof InvalidWebhookEvent) return { kind: 'refused', code: 'invalid_request' };
  const cause = error instanceof EventNotRecorded ? error.cause : error;
  if (!isExplained(cause)) {
    story.breaks('no error without a cause', cause instanceof Error ? String(cause.stack) : String(cause));
  }
  return { kind: 'failed' };
}

/** Retries a request until there is an answer, as people and apps do. */
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
