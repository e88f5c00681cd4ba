/**
 * What a mobile app does with the shop, in one file and with nothing but `fetch`: sign in, show the library also without a
 * network, open a claim link, redeem a code, and go on when a token has run out or the shop is busy. docs/app.md says why.
 */

export interface Settings {
  /** The shop's own address. */
  shop: string;
  /** Where the user pool answers, and the app's client there. */
  identity: string;
  clientId: string;
  /** How long a whole answer may take, in milliseconds; half a minute when it is not said. */
  patienceMs?: number;
}

interface Authenticated {
  AuthenticationResult: { IdToken: string; RefreshToken?: string };
}

interface Unlocked {
  data: { adventures: Adventure[] }[];
}

/** What the shop says to a claim link or a code. */
interface Opened {
  valid: boolean;
  error: string | null;
  unlocks: string[];
}

/** What the app keeps on the device; tokens belong into the keychain. */
export interface Device {
  /** With the account's id in the pool (`sub`). */
  tokens: { sub: string; idToken: string; refreshToken: string } | null;
  /** With the account that it belongs to: another one may sign in on this device. */
  library: { sub: string; adventures: Adventure[]; etag: string; confirmedAt: number } | null;
}

export interface Adventure {
  adventureId: string;
  releasesOn?: string;
}

/** The library, and whether the shop has just confirmed it. */
export interface Library {
  adventures: Adventure[];
  isFresh: boolean;
}

/** Nobody is signed in: show the way to sign in. What was downloaded stays until somebody else signs in. */
export class SignedOut extends Error {}
/** The shop cannot be asked now. `seconds`: when to ask again, if it said so. */
export class TryLater extends Error {
  readonly seconds: number | null;
  constructor(seconds: number | null) {
    super('The shop cannot be asked now');
    this.seconds = seconds;
  }
}

/**
 * With these errors the pool refuses a sign-in or a refresh. It uses status 400 for others too, for example for too many
 * requests.
 */
const refusals = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
]);

/** For how long a library is shown that the shop has not confirmed: 30 days. */
const trustedForMs = 30 * 24 * 60 * 60 * 1000;
/** The app waits this long by itself; a longer wait is shown to the person. */
const longestWaitSeconds = 10;

export function createApp(
  { shop, identity, clientId, patienceMs = 30_000 }: Settings,
  device: Device,
  now = Date.now,
) {
  /**
   * An answer may come after somebody has signed out or another account has signed in: it changes nothing then.
   * @param before what was stored when the call began
   */
  function requireSame(before: Device['tokens']): void {
    if (device.tokens?.sub !== before?.sub) throw new SignedOut('Another account uses the app by now');
  }

  /**
   * A real app signs in by SRP, with its platform's SDK; these two operations need none.
   * @param refreshed the tokens that are refreshed, not for a sign-in
   */
  async function authenticate(
    flow: string,
    parameters: Record<string, string>,
    refreshed?: Device['tokens'],
  ): Promise<void> {
    const question = {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
      },
      body: JSON.stringify({ AuthFlow: flow, ClientId: clientId, AuthParameters: parameters }),
    };
    const response = await reach(identity, question, patienceMs);
    if (!response.ok) {
      const { __type: type = '' } = (await response.json().catch(() => ({}))) as { __type?: string };
      // The error's name may be preceded by a namespace and a hash sign.
      if (!refusals.has(type.replace(/^.*#/, ''))) throw new TryLater(null);
      if (refreshed) requireSame(refreshed);
      device.tokens = null;
      throw new SignedOut('The sign-in was refused');
    }
    const { sub, IdToken, RefreshToken } = await said(
      response,
      ({ AuthenticationResult }: Authenticated) => ({
        ...{ sub: subOf(AuthenticationResult.IdToken), ...AuthenticationResult },
      }),
    );
    if (refreshed) requireSame(refreshed);
    const refreshToken = RefreshToken ?? device.tokens?.refreshToken ?? '';
    if (device.library?.sub !== sub) device.library = null;
    device.tokens = { sub, idToken: IdToken, refreshToken };
  }

  /**
   * One call to the shop. A 401 refreshes the token once, and a second one means that the account or its sign-in is gone; 429 and 503 wait
   * as long as they say, at most twice.
   */
  async function call(path: string, init: RequestInit = {}, attempts = 2, fresh = false): Promise<Response> {
    if (!device.tokens) throw new SignedOut('Nobody is signed in');
    const before = device.tokens;
    const { idToken, refreshToken } = before;
    const headers = { ...init.headers, authorization: `Bearer ${idToken}` };
    const response = await reach(`${shop}${path}`, { ...init, headers }, patienceMs);
    requireSame(before);
    if (response.status === 401 && fresh) {
      device.tokens = null;
      throw new SignedOut('The shop refuses a fresh token too');
    }
    if (response.status === 401) {
      await authenticate('REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: refreshToken }, before);
      return call(path, init, attempts, true);
    }
    // 408: on a slow network the body took too long to arrive.
    if ([408, 429].includes(response.status) || response.status >= 500) {
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      if (attempts === 0 || !(seconds <= longestWaitSeconds))
        throw new TryLater(Number.isNaN(seconds) ? null : seconds);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      requireSame(before);
      return call(path, init, attempts - 1, fresh);
    }
    return response;
  }

  /** Safe to repeat: the shop answers the same account the same again. Errors of a newer shop are shown as unknown ones. */
  async function post(path: string, body: object) {
    const headers = { 'content-type': 'application/json' };
    const response = await call(path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return said(response, (answer: Opened) => (typeof answer.valid === 'boolean' ? answer : undefined));
  }

  return {
    signIn: (username: string, password: string) =>
      authenticate('USER_PASSWORD_AUTH', { USERNAME: username, PASSWORD: password }),

    /** Asks the shop, and falls back to what it said last. */
    async library(): Promise<Library> {
      const sub = device.tokens?.sub ?? '';
      // Another account may have signed in since the library was stored.
      const kept = device.library?.sub === sub ? device.library : null;
      try {
        const response = await call('/api/unlocked-content', {
          headers: kept ? { 'if-none-match': kept.etag } : {},
        });
        if (response.status === 304 && kept) {
          kept.confirmedAt = now();
          return { adventures: kept.adventures, isFresh: true };
        }
        if (!response.ok) throw new TryLater(null);
        const adventures = await said(response, ({ data }: Unlocked) => data[0]?.adventures);
        device.library = { sub, adventures, etag: response.headers.get('etag') ?? '', confirmedAt: now() };
        return { adventures, isFresh: true };
      } catch (error) {
        if (error instanceof SignedOut || !kept) throw error;
        // From the future: somebody has set the phone's clock back, and it would be trusted without end.
        const age = now() - kept.confirmedAt;
        if (age < 0 || age > trustedForMs) throw error;
        // Another account may have signed in while the shop was asked.
        if (device.tokens?.sub !== sub) throw error;
        return { adventures: kept.adventures, isFresh: false };
      }
    },

    /** @param link the address with which the operating system opened the app */
    claim: (link: string) => post('/api/claims', { token: tokenIn(link) }),

    redeem: (activationCode: string) => post('/api/use-code', { activationCode }),

    signOut() {
      device.tokens = null;
      device.library = null;
    },
  };
}

/**
 * What an answer with status 200 says.
 * @param pick takes it out of the JSON: `undefined`, or an error, if it is not there
 * @throws {TryLater} if it is not there: a proxy under maintenance or a hotel's network may answer 200 with a page of its own
 */
async function said<Answer, Part>(
  response: Response,
  pick: (answer: Answer) => Part | undefined,
): Promise<Part> {
  const part = await response
    .json()
    .then((answer) => pick(answer as Answer))
    .catch(() => undefined);
  if (part === undefined) throw new TryLater(null);
  return part;
}

/** The account's id, from the second part of an id token. */
function subOf(idToken: string): string {
  const claims = idToken.split('.')[1] ?? '';
  return (JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string }).sub;
}

/** The token of a claim link, also when a mail program or a person has put a slash behind it. */
function tokenIn(link: string): string | undefined {
  return new URL(link).pathname.split('/').findLast((part) => part !== '');
}

/**
 * @throws {TryLater} without a network, also when it goes in the middle of the answer, or says nothing for too long; and when
 *   the answer leads elsewhere: `fetch` would go there without the token
 */
async function reach(url: string, init: RequestInit, patienceMs: number): Promise<Response> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    // The status comes before the body does: only a whole answer is one.
    await response.clone().arrayBuffer();
    return response;
  } catch {
    throw new TryLater(null);
  }
}
