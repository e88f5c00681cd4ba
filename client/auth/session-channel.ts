import type { CachedSession } from '#client/api/session.ts';
import { beforeAll, isLater, type SessionClock, type Stamp } from './session-clock.ts';

/** The server's answer about who is signed in. Tokens pass between tabs in memory and are never stored. */
export interface SessionNews {
  /** `null` when nobody is signed in. */
  session: CachedSession | null;
  /** How long ago the server said so, in milliseconds. */
  ageMs: number;
}

type SessionMessage = ({ kind: 'news'; stamp: Stamp } & SessionNews) | { kind: 'ask' };

/** One name for the lock and the channel: both are for this browser's one session. */
const name = 'account-session';

/**
 * Messages between the tabs of one browser, in one order for all of them: an older message never overrides a newer one.
 */
export interface SessionChannel {
  /** False where the browser cannot reach other tabs: asking them is then pointless. */
  connected: boolean;
  /** Tells the other tabs what the server has just answered. */
  announce(news: SessionNews): void;
  /** Answers a tab that asked with the latest news; its age is kept. */
  repeat(news: SessionNews): void;
  /** Asks the other tabs what they know. */
  ask(): void;
  /** @param handlers called for news that are newer than everything announced or heard before, and when a tab asks */
  listen(handlers: { onNews: (news: SessionNews) => void; onAsk: () => void }): void;
  close(): void;
}

/** The channel to the other tabs. Where the browser has none, each tab asks the server itself. */
export function openSessionChannel(clock: SessionClock): SessionChannel {
  const channel = broadcastChannel();
  if (!channel) {
    const noop = () => {};
    return { connected: false, announce: noop, repeat: noop, ask: noop, listen: noop, close: noop };
  }
  const post = (message: SessionMessage) => channel.postMessage(message);
  let latest = beforeAll;
  return {
    connected: true,
    announce(news) {
      latest = clock.next();
      post({ kind: 'news', stamp: latest, ...news });
    },
    repeat: (news) => post({ kind: 'news', stamp: latest, ...news }),
    ask: () => post({ kind: 'ask' }),
    listen({ onNews, onAsk }) {
      channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => {
        if (data.kind === 'ask') return onAsk();
        // A tab with an older version of the site's code may use another format.
        if (data.kind !== 'news') return;
        const { stamp, session, ageMs } = data;
        clock.hear(stamp);
        if (!isLater(stamp, latest)) return;
        latest = stamp;
        onNews({ session, ageMs });
      };
    },
    close: () => channel.close(),
  };
}

/** Null in browsers without it, and in Firefox where the person has blocked cookies: creating one throws there. */
function broadcastChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/** The queue of this tab's own work, for browsers without Web Locks and behind a tab that keeps the lock. */
let ownQueue: Promise<unknown> = Promise.resolve();

/** Longer than a call to the server takes: a tab that keeps the lock after that hangs, and must not stop the others. */
const longestHoldMs = 30_000;

/**
 * Runs `work` while nothing else, in this tab or another one, changes the session: a refresh that overlaps a sign-out
 * would otherwise sign the person in again.
 */
export function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (!locks) return inOwnQueue(work);
  let hasBegun = false;
  const waiting = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const locked = locks.request(name, { signal: waiting.signal }, () => {
    hasBegun = true;
    clearTimeout(timer);
    return work();
  }) as Promise<T>;
  longestWait(locks).then(
    (waitMs) => {
      if (!hasBegun) timer = setTimeout(() => waiting.abort(), waitMs);
    },
    () => {
      // The lock is refused too.
    },
  );
  return locked.catch((error: unknown) => {
    if (hasBegun) throw error;
    // The wait was too long, or the person has blocked cookies: browsers then refuse locks.
    clearTimeout(timer);
    return inOwnQueue(work);
  });
}

/**
 * How long the request that was made last may wait, in milliseconds: as long as all that come before it may keep the lock. The
 * browser takes requests and this question in their order, and tells who is waiting, but not since when.
 */
async function longestWait(locks: LockManager): Promise<number> {
  const { held = [], pending = [] } = await locks.query();
  const others = [...held, ...pending].filter((lock) => lock.name === name).length - 1;
  return longestHoldMs * Math.max(1, others);
}

function inOwnQueue<T>(work: () => Promise<T>): Promise<T> {
  const result = ownQueue.then(work, work);
  ownQueue = result.then(
    () => undefined,
    () => undefined,
  );
  return result;
}
