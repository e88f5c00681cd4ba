import { deleteAccount as deleteAccountCall } from '#client/api/account.ts';
import { ApiProblem, isUnauthorized } from '#client/api/problem.ts';
import { beginSession, endSession, type HeldSession, readSession } from '#client/api/session.ts';
import { elapsedSince, moment } from './elapsed-time.ts';
import { type SessionChannel, withSessionLock } from './session-channel.ts';

export interface AccountUser {
  username: string;
  email: string;
  emailVerified: boolean;
  /** Bearer for our own server. It is replaced before it expires; do not keep it. */
  idToken: string;
}

/** `unknown` until the server has answered; `failure` says why it has not, and clears itself once it has. */
export type AccountState =
  | { status: 'unknown'; failure: ApiProblem | null }
  | { status: 'nobody' }
  | { status: 'signed-in'; user: AccountUser };

export type AccountTokens = Pick<HeldSession, 'idToken' | 'accessToken'>;

export interface AccountStore {
  getState(): AccountState;
  subscribe(listener: () => void): () => void;
  /** Looks the current user up once. Calling again does nothing. */
  start(): void;
  /** Asks the server again now, for a page whose first look-up failed. */
  retry(): Promise<void>;
  /** The page is looked at again, or online again: what was missed meanwhile is looked up. */
  pageReturned(): void;
  begin(tokens: { idToken: string; refreshToken: string }): Promise<void>;
  signOut(): Promise<void>;
  deleteAccount(): Promise<void>;
  /** Fetches new tokens although the held ones are good: what they say of the person has changed. */
  renew(): Promise<void>;
  withFreshToken<T>(call: (tokens: AccountTokens) => Promise<T>): Promise<T>;
  stop(): void;
}

/** Renewal happens this long before the tokens expire, or at four fifths of a short life. */
const renewalLeadMs = 60_000;
/** A server that hands out expired tokens must not be asked in a tight loop. */
const shortestWaitMs = 1_000;
/** Timers overflow beyond 24.8 days; a look-up twice a day costs nothing. */
const longestWaitMs = 12 * 3_600_000;
const firstRetryMs = 2_000;
const longestRetryMs = 60_000;
/** How long other tabs have to say that they have renewed already. */
const askTimeoutMs = 200;
/** A page that comes back after this long asks whether the person was signed out elsewhere. */
const recheckAfterMs = 5 * 60_000;

/**
 * Who is signed in, for the whole page and the same in every tab of the browser. Tokens live in memory only; the refresh
 * token is with the server, behind an httpOnly cookie (RFC 10017, token-mediating backend).
 */
export function createAccountStore(tabs: SessionChannel): AccountStore {
  const listeners = new Set<() => void>();
  let state: AccountState = { status: 'unknown', failure: null };
  let held: HeldSession | null = null;
  let renewAt = 0;
  /** When the server last said what `held` says, to this tab or to one that told it. */
  let confirmed = moment();
  let flight: Promise<ApiProblem | null> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = firstRetryMs;
  let started = false;

  const isFresh = () => held !== null && Date.now() < renewAt;
  const isUsable = () => held !== null && Date.now() < held.expiresAt;

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

  function take(session: HeldSession | null, ageMs = 0): void {
    held = session;
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

  function takeAndTell(session: HeldSession | null): void {
    take(session);
    tabs.announce({ session, ageMs: 0 });
  }

  tabs.listen({
    onNews: ({ session, ageMs }) => take(session, ageMs),
    onAsk() {
      if (held) tabs.repeat({ session: held, ageMs: elapsedSince(confirmed) });
    },
  });

  /** Resolves when the other tabs' answers satisfy `enough`, or have had their time. */
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
      takeAndTell(await readSession());
      return null;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (!saysNothingOfThePerson(error)) {
        // "Failed current-user lookup: the user is signed out and treated as null" (specification, section 4).
        takeAndTell(null);
        return null;
      }
      wakeIn(retryMs);
      retryMs = Math.min(retryMs * 2, longestRetryMs);
      if (state.status === 'unknown') setState({ status: 'unknown', failure: error });
      return error;
    }
  }

  /** Makes `enough` true by asking other tabs or the server; the failure, if that was not possible now. */
  async function check(enough: () => boolean): Promise<ApiProblem | null> {
    if (enough()) return null;
    if (flight) {
      const failure = await flight;
      if (failure || enough()) return failure;
    }
    const mine = withSessionLock(() => lookUp(enough)).finally(() => {
      if (flight === mine) flight = null;
    });
    flight = mine;
    return await mine;
  }

  async function withFreshToken<T>(call: (tokens: AccountTokens) => Promise<T>): Promise<T> {
    const early = await check(() => state.status === 'nobody' || isUsable());
    if (early) throw early;
    const used = held;
    if (!used) throw new ApiProblem({ code: 'unauthorized', status: 401 });
    try {
      return await call(used);
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      const failure = await check(() => held?.idToken !== used.idToken);
      if (failure) throw failure;
      if (!held) throw error;
      return await call(held);
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
      // An attempt that is just failing is not the one that was asked for.
      await flight;
      await check(() => state.status !== 'unknown');
    },
    pageReturned() {
      if (!started) return;
      if (state.status === 'unknown') void check(() => state.status !== 'unknown');
      else if (state.status === 'signed-in' && !isFresh()) void check(isFresh);
      else if (elapsedSince(confirmed) > recheckAfterMs) {
        void check(() => elapsedSince(confirmed) <= recheckAfterMs);
      }
    },
    begin: (tokens) => withSessionLock(async () => takeAndTell(await beginSession(tokens))),
    signOut: () =>
      withSessionLock(async () => {
        try {
          await endSession();
        } catch (error) {
          if (!isOverAnyway(error)) throw error;
        }
        takeAndTell(null);
      }),
    async deleteAccount() {
      await withFreshToken(deleteAccountCall);
      await withSessionLock(async () => takeAndTell(null));
    },
    async renew() {
      const before = held?.idToken;
      const failure = await check(() => held?.idToken !== before);
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

/** Without a session there is nothing left to end; and the server ends its own before it asks for the token's revocation. */
function isOverAnyway(error: unknown): boolean {
  return (
    isUnauthorized(error) || (error instanceof ApiProblem && error.code === 'identity_provider_unavailable')
  );
}

/** A network failure, an outage, a limit or a captive portal's page: none of them says that nobody is signed in. */
function saysNothingOfThePerson({ code, status }: ApiProblem): boolean {
  return code === 'network' || code === 'bad_answer' || status === 429 || status >= 500;
}
