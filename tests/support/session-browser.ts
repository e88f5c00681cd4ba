import { afterEach, beforeEach, vi } from 'vitest';
import {
  type AnsweringServer,
  startAnsweringServer,
  type TestAnswer,
  type TestRequest,
} from './answering-server.ts';
import { type BrowserStorage, storageOf } from './browser-storage.ts';

/** A tab's knowledge of who is signed in. */
interface TabState {
  status: string;
  user?: { idToken: string };
}

/** A tab of the browser, with more that its tests need. */
interface Tab {
  getState(): TabState;
  subscribe(listener: () => void): () => void;
  start(): void;
  stop(): void;
}

export const isIn = (state: TabState) => state.status === 'signed-in';
export const isOut = (state: TabState) => state.status === 'nobody';
export const hasToken = (idToken: string) => (state: TabState) => state.user?.idToken === idToken;

/** Waits until a tab's state fulfils the condition. @returns that state */
export function until<State>(
  tab: { getState(): State; subscribe(listener: () => void): () => void },
  holds: (state: State) => boolean,
): Promise<State> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds(tab.getState())) return;
      stop();
      resolve(tab.getState());
    };
    const stop = tab.subscribe(look);
    look();
  });
}

/**
 * A browser with tabs, and the server of its one session; new for each test of the calling file.
 * @param makeTab makes the tested store of a tab, over the storage that all tabs share
 */
export function sessionBrowser<T extends Tab>(makeTab: (storage: BrowserStorage) => T) {
  let server: AnsweringServer;
  let tabs: T[];
  let stored: Map<string, string>;

  beforeEach(async () => {
    server = await startAnsweringServer();
    vi.stubGlobal('fetch', server.fetch);
    tabs = [];
    stored = new Map();
    Object.assign(browser, { signedIn: false, made: 0, lifeMs: 3_600_000 });
    server.answer(answerSession);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const tab of tabs) tab.stop();
    vi.unstubAllGlobals();
    await server.close();
  });

  /** `/api/session` according to its contract, without cookies, because there is only one browser. */
  function answerSession({ method, path }: TestRequest): TestAnswer {
    if (path === '/api/account' || method === 'DELETE') {
      browser.signedIn = false;
      return { status: 204 };
    }
    if (method === 'POST') browser.signedIn = true;
    return { json: { session: browser.signedIn ? newSession() : null } };
  }

  function newSession() {
    browser.made += 1;
    return {
      username: 'ada',
      email: 'ada@example.com',
      emailVerified: true,
      idToken: `id-${browser.made}`,
      accessToken: `access-${browser.made}`,
      expiresAt: new Date(Date.now() + browser.lifeMs).toISOString(),
    };
  }

  function openTab(): T {
    const tab = makeTab(storageOf(stored));
    tabs.push(tab);
    return tab;
  }

  const browser = {
    /** Whether the server holds a session. */
    signedIn: false,
    /** How many pairs of tokens the server has issued. */
    made: 0,
    /** The lifetime of tokens that it issues from now on, in milliseconds. */
    lifeMs: 3_600_000,
    get requests() {
      return server.requests;
    },
    get tabs() {
      return tabs;
    },
    answer: (handler: Parameters<AnsweringServer['answer']>[0]) => server.answer(handler),
    answerSession,
    /** How often a tab has asked who is signed in. */
    lookUps: () => server.requests.filter(({ method }) => method === 'GET').length,
    openTab,
    /** A tab that knows who is signed in. */
    async signedInTab(): Promise<T> {
      browser.signedIn = true;
      const tab = openTab();
      tab.start();
      await until<TabState>(tab, isIn);
      return tab;
    },
  };
  return browser;
}
