import { spawn } from 'node:child_process';
import { freePort } from '../hardening/support/figures.ts';
import { type Driver, patienceMs, until } from './driven-browser.ts';

/** The key of an element's id in every answer (w3.org/TR/webdriver2/#elements). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/**
 * Starts WebKitGTK in a window of a size in pixels, and drives it through the WebDriver protocol.
 * @throws when the packages are missing
 */
export async function openWebKit(width: number, height: number): Promise<Driver> {
  const port = await freePort();
  const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    // Without it the browser's sandbox needs privileges that containers lack.
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

  await Promise.race([missing, until(() => call('GET', '/status'))]);
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: {} },
  });
  const at = `/session/${sessionId}`;
  await call('POST', `${at}/window/rect`, { width, height });
  const execute = <T>(script: string, ...args: unknown[]) =>
    call<T>('POST', `${at}/execute/sync`, { script, args });

  return {
    goTo: (url) => call('POST', `${at}/url`, { url }),
    run: execute,
    async find(xpath) {
      const found = await call<Record<string, string>>('POST', `${at}/element`, {
        using: 'xpath',
        value: xpath,
      });
      const element = `${at}/element/${found[elementKey]}`;
      return {
        async click() {
          // The driver scrolls too late for its own click.
          await execute("arguments[0].scrollIntoView({ block: 'center' })", found);
          await call('POST', `${element}/click`, {});
        },
        async type(text) {
          await call('POST', `${element}/clear`, {});
          await call('POST', `${element}/value`, { text });
        },
      };
    },
    takeErrors: () => [],
    screenshot: async () => Buffer.from(await call<string>('GET', `${at}/screenshot`), 'base64'),
    async close() {
      await call('DELETE', at);
      if (driver.pid) process.kill(-driver.pid);
    },
  };
}
