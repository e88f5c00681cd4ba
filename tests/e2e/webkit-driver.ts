import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../hardening/support/figures.ts';

/** The key of an element's id in every answer (w3.org/TR/webdriver2/#elements). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
/** How long an element or an answer is waited for, in milliseconds. */
const patienceMs = 15_000;

/** A browser window that is driven through the WebDriver protocol, for browsers that Playwright does not drive. */
export type Driven = Awaited<ReturnType<typeof openWebKit>>;

/**
 * Starts WebKitGTK, from Debian's packages `webkit2gtk-driver` and `xvfb`, in a window of a size in pixels.
 * @throws when the packages are missing
 */
export async function openWebKit(width: number, height: number) {
  const port = await freePort();
  const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    // Without it the browser's own sandbox wants privileges that containers lack.
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  });
  const missing = new Promise<never>((_, reject) => {
    driver.once('error', () => reject(new Error('apt-get install webkit2gtk-driver xvfb xauth')));
  });

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(patienceMs),
    });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }
  const until = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (const end = performance.now() + patienceMs; ; ) {
      try {
        return await ask();
      } catch (error) {
        if (performance.now() > end) throw error;
        await wait(100);
      }
    }
  };

  await Promise.race([missing, until(() => call('GET', '/status'))]);
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: {} },
  });
  const at = `/session/${sessionId}`;
  await call('POST', `${at}/window/rect`, { width, height });
  const element = async (xpath: string): Promise<string> => {
    const found = await until(() =>
      call<Record<string, string>>('POST', `${at}/element`, { using: 'xpath', value: xpath }),
    );
    return `${at}/element/${found[elementKey]}`;
  };

  const run = <T>(script: string) => call<T>('POST', `${at}/execute/sync`, { script, args: [] });

  return {
    /** Opens a page of the site, and waits until it is hydrated. */
    async open(url: string) {
      await call('POST', `${at}/url`, { url });
      await until(() =>
        run(`
        if (!Object.keys(document.querySelector('main h1')).some((key) => key.startsWith('__react'))) throw 'not yet'`),
      );
    },
    run,
    /** Waits for a text on the page. */
    see: (text: string) => element(`//main//*[contains(normalize-space(.), "${text}")]`),
    /** Presses the button or link with a text. */
    async press(text: string) {
      const pressed = await element(`//*[self::button or self::a][normalize-space(.)="${text}"]`);
      // The driver's own scrolling comes too late for its press.
      await call('POST', `${at}/execute/sync`, {
        script: "arguments[0].scrollIntoView({ block: 'center' })",
        args: [{ [elementKey]: pressed.split('/').at(-1) }],
      });
      await call('POST', `${pressed}/click`, {});
    },
    /** Types into the field with a label. */
    async type(label: string, text: string) {
      const field = await element(`//*[@id=//label[starts-with(normalize-space(.), "${label}")]/@for]`);
      await call('POST', `${field}/clear`, {});
      await call('POST', `${field}/value`, { text });
    },
    screenshot: async () => Buffer.from(await call<string>('GET', `${at}/screenshot`), 'base64'),
    async close() {
      await call('DELETE', at);
      if (driver.pid) process.kill(-driver.pid);
    },
  };
}
