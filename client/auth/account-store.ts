import { type Deletion, deleteAccount as deleteAccountCall } from '#client/api/account.ts';
import { ApiProblem, isUnauthorized } from '#client/api/problem.ts';
import { beginSession, type CachedSession, endSession, readSession } from '#client/api/session.ts';
import { elapsedSince, moment } from './elapsed-time.ts';
import { type SessionChannel, withSessionLock } from './session-channel.ts';

export interface AccountUser {
  username: string;
  email: string;
  emailVerified: boolean;
  /** Bearer token for our own server. It is replaced before it expires; do not store it. */
  idToken: string;
}

/** `unknown` until the server has answered; `failure` says why it has not, and is cleared once it has. */
export type AccountState =
  | { status: 'unknown'; failure: ApiProblem | null }
  | { status: 'nobody' }
  | { status: 'signed-in'; user: AccountUser };

export type AccountTokens = Pick<CachedSession, 'idToken' | 'accessToken'>;

export interface AccountStore {
  getState(): AccountState;
  subscribe(listener: () => void): () => void;
  /** Looks the current user up once. Calling again does nothing. */
  start(): void;
  /** Asks the server again now, for a page whose first look-up failed. */
  retry(): Promise<void>;
  /** Called when the page becomes visible, focused or online again: looks up what may have been missed. */
  pageReturned(): void;
  /** Called when the page comes out of the back/forward cache, where it has heard nothing from the other tabs. */
  pageRestored(): void;
  begin(tokens: { idToken: string; refreshToken: string }): Promise<void>;
  signOut(): Promise<void>;
  /** Signs out in every tab, also where the deletion is only noted. */
  deleteAccount(): Promise<Deletion>;
  /** Refreshes tokens that are still valid, because their claims about the person have changed. */
  renew(): Promise<void>;
  withFreshToken<T>(call: (tokens: AccountTokens) => Promise<T>): Promise<T>;
  stop(): void;
}

/** Tokens are refreshed this long before they expire, or at four fifths of a short lifetime. */
const renewalLeadMs = 60_000;
/** If a server hands out expired tokens, it must not be called in a tight loop. */
const shortestWaitMs = 1_000;
/** Timers overflow beyond 24.8 days; waking earlier only sets the next one. */
const longestWaitMs = 12 * 3_600_000;
const firstRetryMs = 2_000;
const longestRetryMs = 60_000;
/** How long to wait for another tab that has refreshed the tokens already. */
const askTimeoutMs = 200;
/**
 * After this long without confirmation, a page that becomes visible checks whether the person was signed out elsewhere.
 */
const recheckAfterMs = 5 * 60_000;

/**
 * The session cache: who is signed in and the current tokens, the same in every tab of the browser. It refreshes the
 * tokens before they expire. Tokens are in memory only; the server has the refresh token, behind an httpOnly cookie (RFC
 * 10017, token-mediating backend).
 */
export function createAccountStore(tabs: SessionChannel): AccountStore {
  const listeners = new Set<() => void>();
  let state: AccountState = { status: 'unknown', failure: null };
  let cached: CachedSession | null = null;
  let renewAt = 0;
  /** When the server last confirmed `cached`, to this tab or to another one. */
  let confirmed = moment();
  let pending: Promise<ApiProblem | null> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = firstRetryMs;
  let started = false;

  const isFresh = () => cached !== null && Date.now() < renewAt;
  const isUsable = () => cached !== null && Date.now() < cached.expiresAt;

  function setState(next: AccountState): void {
    state = next;
    for (const listener of [...listeners]) listener();
  }

  function wakeIn(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(wake, Math.min(milliseconds, longestWaitMs));
  }

  function wake(): void {
    if (isFresh()) wakeIn(renewAt - Date.now());
    else void check(isFresh);
  }

  function setSession(session: CachedSession | null, ageMs = 0): void {
    cached = session;
    confirmed = moment(ageMs);
    retryMs = firstRetryMs;
    clearTimeout(timer);
    if (!session) {
      if (state.status !== 'nobody') setState({ status: 'nobody' });
      return;
    }
    const left = session.expiresAt - Date.now();
    const wait = Math.max(left - Math.min(renewalLeadMs, left / 5), shortestWaitMs);
    renewAt = Date.now() + wait;
    wakeIn(wait);
    const { username, email, emailVerified, idToken } = session;
    setState({ status: 'signed-in', user: { username, email, emailVerified, idToken } });
  }

  function setAndAnnounce(session: CachedSession | null): void {
    setSession(session);
    tabs.announce({ session, ageMs: 0 });
  }

  tabs.listen({
    onNews: ({ session, ageMs }) => setSession(session, ageMs),
    onAsk() {
      if (cached) tabs.repeat({ session: cached, ageMs: elapsedSince(confirmed) });
    },
  });

  /** Asks the other tabs; resolves as soon as their answers satisfy `enough`, or after `askTimeoutMs`. */
  function askTabs(enough: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(waiting);
        listeners.delete(look);
        resolve();
      };
      const look = () => {
        if (enough()) done();
      };
      const waiting = setTimeout(done, askTimeoutMs);
      listeners.add(look);
      tabs.ask();
    });
  }

  async function lookUp(enough: () => boolean): Promise<ApiProblem | null> {
    if (enough()) return null;
    if (tabs.connected && state.status === 'signed-in') {
      await askTabs(enough);
      if (enough()) return null;
    }
    try {
      setAndAnnounce(await readSession());
      return null;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (!saysNothingOfThePerson(error)) {
        // "Failed current-user lookup: the user is signed out and treated as null" (specification, section 4).
        setAndAnnounce(null);
        return null;
      }
      wakeIn(retryMs);
      retryMs = Math.min(retryMs * 2, longestRetryMs);
      if (state.status === 'unknown') setState({ status: 'unknown', failure: error });
      return error;
    }
  }

  /** Makes `enough` true by asking the other tabs, then the server. @returns why that was not possible, or `null` */
  async function check(enough: () => boolean): Promise<ApiProblem | null> {
    if (enough()) return null;
    if (pending) {
      const failure = await pending;
      if (failure || enough()) return failure;
    }
    const mine = withSessionLock(() => lookUp(enough)).finally(() => {
      if (pending === mine) pending = null;
    });
    pending = mine;
    return await mine;
  }

  async function withFreshToken<T>(call: (tokens: AccountTokens) => Promise<T>): Promise<T> {
    const caller = cached?.username;
    const early = await check(() => state.status === 'nobody' || isUsable());
    if (early) throw early;
    const used = cached;
    // Somebody else may have signed in, in another tab, since the person pressed a button here.
    if (!used || (caller !== undefined && used.username !== caller)) {
      throw new ApiProblem({ code: 'unauthorized', status: 401 });
    }
    try {
      return await call(used);
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      const failure = await check(() => cached?.idToken !== used.idToken);
      if (failure) throw failure;
      if (cached?.username !== used.username) throw error;
      return await call(cached);
    }
  }

  function pageReturned(): void {
    if (!started) return;
    if (state.status === 'unknown') void check(() => state.status !== 'unknown');
    else if (state.status === 'signed-in' && !isFresh()) void check(isFresh);
    else if (elapsedSince(confirmed) > recheckAfterMs) {
      void check(() => elapsedSince(confirmed) <= recheckAfterMs);
    }
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start() {
      if (started) return;
      started = true;
      void check(() => state.status !== 'unknown');
    },
    async retry() {
      // The attempt that is just failing does not count as the requested one.
      await pending;
      // Somebody is waiting: automatic retries start again with the short pauses.
      retryMs = firstRetryMs;
      await check(() => state.status !== 'unknown');
    },
    pageReturned,
    pageRestored() {
      confirmed = moment(2 * recheckAfterMs);
      pageReturned();
    },
    begin: (tokens) => withSessionLock(async () => setAndAnnounce(await beginSession(tokens))),
    async signOut() {
      // Sent at once, whatever other tabs are doing, because the page may be closed right after.
      try {
        await endSession();
      } catch (error) {
        if (!isOverAnyway(error)) throw error;
      }
      // A tab that is refreshing at this moment goes first.
      await withSessionLock(async () => setAndAnnounce(null));
    },
    async deleteAccount() {
      const deletion = await withFreshToken(deleteAccountCall);
      await withSessionLock(async () => setAndAnnounce(null));
      return deletion;
    },
    async renew() {
      const before = cached?.idToken;
      const failure = await check(() => cached?.idToken !== before);
      if (failure) throw failure;
    },
    withFreshToken,
    stop() {
      clearTimeout(timer);
      listeners.clear();
      tabs.close();
    },
  };
}

/** Without a session there is nothing to end, and the server ends its own before it asks for revoking the token. */
function isOverAnyway(error: unknown): boolean {
  return (
    isUnauthorized(error) || (error instanceof ApiProblem && error.code === 'identity_provider_unavailable')
  );
}

/** A network failure, an outage, a rate limit or a captive portal: none of them means that nobody is signed in. */
function saysNothingOfThePerson({ code, status }: ApiProblem): boolean {
  return code === 'network' || code === 'bad_answer' || status === 429 || status >= 500;
}
