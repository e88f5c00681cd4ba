import type { HeldSession } from '#client/api/session.ts';

/**
 * What the tabs of one browser tell each other. Tokens pass from memory to memory; nothing is stored. `at` is when the
 * server said so, in milliseconds since 1970 UTC of this machine's clock: an older message never undoes a newer one.
 */
export type SessionMessage =
  | { kind: 'session'; session: HeldSession; at: number }
  | { kind: 'nobody'; at: number }
  | { kind: 'ask' };

/** One name for the lock and the channel: both belong to the one session of this browser. */
const name = 'account-session';

export interface SessionChannel {
  /** False where the browser cannot reach other tabs: asking them is then pointless. */
  connected: boolean;
  post(message: SessionMessage): void;
  listen(listener: (message: SessionMessage) => void): void;
  close(): void;
}

/** The channel to the other tabs. Where the browser has none, each tab asks the server itself. */
export function openSessionChannel(): SessionChannel {
  if (!('BroadcastChannel' in globalThis)) {
    return { connected: false, post: () => {}, listen: () => {}, close: () => {} };
  }
  const channel = new BroadcastChannel(name);
  return {
    connected: true,
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.onmessage = (event: MessageEvent<SessionMessage>) => listener(event.data);
    },
    close: () => channel.close(),
  };
}

/** The end of the line of this tab's own work, for browsers without Web Locks. */
let ownQueue: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` while nothing else, in this tab or another one, changes the session: a renewal that crosses a sign-out
 * would otherwise bring the person back.
 */
export function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (locks) return locks.request(name, work) as Promise<T>;
  const result = ownQueue.then(work, work);
  ownQueue = result.then(
    () => undefined,
    () => undefined,
  );
  return result;
}
