import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  openSessionChannel,
  type SessionChannel,
  type SessionNews,
  withSessionLock,
} from './session-channel.ts';
import { createSessionClock } from './session-clock.ts';

const ada = {
  username: 'ada',
  email: 'ada@example.com',
  emailVerified: true,
  idToken: 'id',
  accessToken: 'access',
  expiresAt: 0,
};
const signedIn: SessionNews = { session: ada, ageMs: 0 };
const nobody: SessionNews = { session: null, ageMs: 0 };

/** A tab with its own clock and no storage to share, and everything it believed, in order. */
class Tab {
  readonly channel: SessionChannel;
  readonly believed: SessionNews[] = [];
  private waiting = () => {};

  constructor(id: number) {
    this.channel = openSessionChannel(createSessionClock(null, id));
    this.channel.listen({
      onNews: (news) => {
        this.believed.push(news);
        this.waiting();
      },
      onAsk: () => this.channel.repeat(this.believed.at(-1) ?? nobody),
    });
  }

  /** Resolves once this tab has believed `count` pieces of news. */
  async hasBelieved(count: number): Promise<void> {
    while (this.believed.length < count) {
      await new Promise<void>((resolve) => {
        this.waiting = resolve;
      });
    }
  }
}

let one: Tab;
let two: Tab;
/** Hears every message as it is on the wire, and can send it again. */
let wire: BroadcastChannel;
let messages: unknown[];
let heard: () => void;

beforeEach(() => {
  [one, two] = [new Tab(1), new Tab(2)];
  messages = [];
  heard = () => {};
  wire = new BroadcastChannel('account-session');
  wire.onmessage = ({ data }) => {
    messages.push(data);
    heard();
  };
});
afterEach(() => {
  one.channel.close();
  two.channel.close();
  wire.close();
});

async function hasHeard(count: number): Promise<void> {
  while (messages.length < count) {
    await new Promise<void>((resolve) => {
      heard = resolve;
    });
  }
}

test("an older tab's message changes nothing, however late it comes", async () => {
  two.channel.announce(signedIn);
  await one.hasBelieved(1);
  one.channel.announce(nobody);
  await two.hasBelieved(1);
  await hasHeard(2);
  wire.postMessage(messages[0]);
  // Messages of one sender come in their order, so whoever has this one has had the one before.
  wire.postMessage({ kind: 'news', stamp: { count: 9, tab: 3 }, ...signedIn });
  await Promise.all([one.hasBelieved(2), two.hasBelieved(2)]);
  expect(one.believed).toEqual([signedIn, signedIn]);
  expect(two.believed).toEqual([nobody, signedIn]);
});

test('what a tab repeats for one that asked is no news to a tab that knows it', async () => {
  expect(one.channel.connected).toBe(true);
  one.channel.announce(signedIn);
  await two.hasBelieved(1);
  const three = new Tab(3);
  three.channel.ask();
  await three.hasBelieved(1);
  one.channel.announce(nobody);
  await Promise.all([two.hasBelieved(2), three.hasBelieved(2)]);
  three.channel.close();
  expect(one.believed).toEqual([]);
  expect(two.believed).toEqual([signedIn, nobody]);
  expect(three.believed).toEqual([signedIn, nobody]);
});

test('two tabs that speak at once end with the same news', async () => {
  one.channel.announce(signedIn);
  two.channel.announce(nobody);
  await one.hasBelieved(1);
  await hasHeard(2);
  wire.postMessage({ kind: 'news', stamp: { count: 9, tab: 3 }, ...signedIn });
  await Promise.all([one.hasBelieved(2), two.hasBelieved(1)]);
  expect(one.believed).toEqual([nobody, signedIn]);
  expect(two.believed).toEqual([signedIn]);
});

test("a message in the words of an earlier day's code is left alone", async () => {
  wire.postMessage({ kind: 'nobody', at: Date.now() });
  wire.postMessage({ kind: 'news', stamp: { count: 1, tab: 3 }, ...signedIn });
  await one.hasBelieved(1);
  expect(one.believed).toEqual([signedIn]);
});

// Firefox does both where the person has blocked cookies, for the site or for all.
describe('a browser that refuses channels and locks', () => {
  const refusal = () => new DOMException('The operation is insecure.', 'SecurityError');

  beforeEach(() => {
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw refusal();
        }
      },
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('each tab asks the server itself', () => {
    const channel = openSessionChannel(createSessionClock(null, 1));
    expect(channel.connected).toBe(false);
    channel.announce(signedIn);
  });

  test.each([
    ['refuses locks', { locks: { request: () => Promise.reject(refusal()) } }],
    ['has none', {}],
  ])('where it %s, changes of the session still run, one after another', async (_what, navigator) => {
    vi.stubGlobal('navigator', navigator);
    const order: string[] = [];
    const first = withSessionLock(async () => {
      order.push('first begins');
      await Promise.resolve();
      order.push('first ends');
      return 1;
    });
    const second = withSessionLock(async () => {
      order.push('second');
      return 2;
    });
    expect(await Promise.all([first, second])).toEqual([1, 2]);
    expect(order).toEqual(['first begins', 'first ends', 'second']);
  });
});

test('work that fails under the lock is not done twice', async () => {
  vi.stubGlobal('navigator', {
    locks: { request: (_name: string, _options: LockOptions, work: () => unknown) => work() },
  });
  const work = vi.fn(() => Promise.reject(new Error('The server did not answer.')));
  await expect(withSessionLock(work)).rejects.toThrow('The server did not answer.');
  vi.unstubAllGlobals();
  expect(work).toHaveBeenCalledTimes(1);
});

test('a tab that never gives the lock back stops the others for half a minute, and not longer', async () => {
  const hanging = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const other = navigator.locks.request('account-session', () => {
    held.resolve();
    return hanging.promise;
  });
  await held.promise;
  vi.useFakeTimers();
  try {
    const work = vi.fn(async () => 'done');
    const result = withSessionLock(work);
    await navigator.locks.query();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await result).toBe('done');
    expect(work).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
    hanging.resolve();
    await other;
  }
});

test('slow calls do not overlap, however long the last of them waits', async () => {
  vi.useFakeTimers();
  try {
    let running = 0;
    let most = 0;
    const slow = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((answered) => setTimeout(answered, 19_000));
      running -= 1;
    };
    const results = Promise.all([withSessionLock(slow), withSessionLock(slow), withSessionLock(slow)]);
    for (const _ of Array(3)) {
      await navigator.locks.query();
      await vi.advanceTimersByTimeAsync(19_000);
    }
    await results;
    expect(most).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});
