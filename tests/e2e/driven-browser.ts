import { setTimeout as wait } from 'node:timers/promises';

/** How long an element or an answer is waited for, in milliseconds. */
export const patienceMs = 15_000;

/** An element of a page. */
interface FoundElement {
  click(): Promise<void>;
  /** Replaces the content of the field. */
  type(text: string): Promise<void>;
}

/** What is needed of the protocol of a browser that Playwright does not drive. */
export interface Driver {
  /** Loads a page. */
  goTo(url: string): Promise<void>;
  /** Runs a script with a `return` in the page. @throws what it throws */
  run<T>(script: string): Promise<T>;
  /** @throws when there is no such element */
  find(xpath: string): Promise<FoundElement>;
  /** The page's errors since the last call, as far as the protocol reports them. */
  takeErrors(): string[];
  /** PNG. */
  screenshot(): Promise<Buffer>;
  /** PDF, where the protocol can print. */
  print?(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Retries until it succeeds. @throws the last error when the time is over */
export async function until<T>(ask: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + patienceMs; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > end) throw error;
      await wait(100);
    }
  }
}

/** A browser window with the actions of a user. */
export function usedByHand(driver: Driver) {
  const found = (xpath: string) => until(() => driver.find(xpath));
  return {
    ...driver,
    /** Opens a page of the site, and waits until it is hydrated. */
    async open(url: string) {
      await driver.goTo(url);
      await until(() =>
        driver.run(`
        if (!Object.keys(document.querySelector('main h1')).some((key) => key.startsWith('__react'))) throw 'not yet'`),
      );
    },
    /** Waits for a text on the page. */
    see: (text: string) => found(`//main//*[contains(normalize-space(.), "${text}")]`),
    /** Presses the button or link with a text. */
    press: async (text: string) =>
      (await found(`//*[self::button or self::a][normalize-space(.)="${text}"]`)).click(),
    /** Types into the field with a label. */
    type: async (label: string, text: string) =>
      (await found(`//*[@id=//label[starts-with(normalize-space(.), "${label}")]/@for]`)).type(text),
  };
}
