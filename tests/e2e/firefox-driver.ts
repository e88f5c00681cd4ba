import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Driver } from './driven-browser.ts';

const settings = {
  // Scroll bars that take up no space, as on phones.
  'ui.useOverlayScrollbars': 1,
  // A window in the background has no focus and gets no focus events without it.
  'focusmanager.testmode': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

/** The key that selects everything together with `a` (w3.org/TR/webdriver2/#keyboard-actions). */
const control = '\uE009';

/** A value as the protocol returns it; of an element its id. */
interface RemoteValue {
  type: string;
  value?: string;
  sharedId?: string;
}

/**
 * Starts Firefox in a window of a size in pixels, and drives it through WebDriver BiDi (w3.org/TR/webdriver-bidi).
 * @throws when it is missing
 */
export async function openFirefox(width: number, height: number): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const browser = spawn('firefox-esr', ['--headless', '--remote-debugging-port', '0', '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const protocol = await connect(await addressOf(browser));
  await protocol.call('session.new', { capabilities: {} });
  await protocol.call('session.subscribe', { events: ['log.entryAdded'] });
  // The first tab was opened before the driver could give it the focus.
  const { context } = await protocol.call<{ context: string }>('browsingContext.create', { type: 'tab' });
  await protocol.call('browsingContext.setViewport', { context, viewport: { width, height } });

  async function callFunction(functionDeclaration: string, ...values: RemoteValue[]): Promise<RemoteValue> {
    const { result, exceptionDetails } = await protocol.call<{
      result: RemoteValue;
      exceptionDetails?: { text: string };
    }>('script.callFunction', {
      ...{ functionDeclaration, arguments: values, awaitPromise: true, target: { context } },
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result;
  }
  const perform = (id: string, type: 'key' | 'pointer', actions: object[]) =>
    protocol.call('input.performActions', { context, actions: [{ type, id, actions }] });

  return {
    goTo: (url) => protocol.call('browsingContext.navigate', { context, url, wait: 'complete' }),
    async run<T>(script: string) {
      const { value } = await callFunction(`() => JSON.stringify((() => { ${script} })() ?? null)`);
      return JSON.parse(value ?? 'null') as T;
    },
    async find(xpath) {
      const element = await callFunction(
        `(xpath) => document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue`,
        { type: 'string', value: xpath },
      );
      if (element.type !== 'node') throw new Error(`There is no ${xpath}`);
      async function click(): Promise<void> {
        await callFunction("(element) => element.scrollIntoView({ block: 'center' })", element);
        const origin = { type: 'element', element: { sharedId: element.sharedId } };
        await perform('mouse', 'pointer', [
          { type: 'pointerMove', x: 0, y: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]);
      }
      return {
        click,
        async type(text) {
          await click();
          const keys = [...text].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]);
          await perform('keyboard', 'key', [
            { type: 'keyDown', value: control },
            { type: 'keyDown', value: 'a' },
            { type: 'keyUp', value: 'a' },
            { type: 'keyUp', value: control },
            ...keys,
          ]);
        },
      };
    },
    takeErrors: () => protocol.errors.splice(0),
    async screenshot() {
      const { data } = await protocol.call<{ data: string }>('browsingContext.captureScreenshot', {
        context,
      });
      return Buffer.from(data, 'base64');
    },
    async print() {
      const { data } = await protocol.call<{ data: string }>('browsingContext.print', { context });
      return Buffer.from(data, 'base64');
    },
    async close() {
      browser.kill();
      await once(browser, 'exit');
      await rm(profile, { recursive: true });
    },
  };
}

/** The WebSocket URL of the browser, once it listens. */
async function addressOf(browser: ChildProcessByStdio<null, null, Readable>): Promise<string> {
  const missing = new Promise<never>((_, reject) => {
    browser.once('error', () => reject(new Error('apt-get install firefox-esr')));
  });
  const listens = new Promise<string>((resolve) => {
    createInterface({ input: browser.stderr }).on('line', (line) => {
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
      if (address) resolve(address);
    });
  });
  return Promise.race([missing, listens]);
}

/** Connects to the browser. */
async function connect(address: string) {
  const socket = new WebSocket(`${address}/session`);
  const errors: string[] = [];
  const waiting = new Map<number, (answer: { error?: string; message?: string; result: never }) => void>();
  socket.addEventListener('message', ({ data }) => {
    const told = JSON.parse(String(data));
    if (told.method === 'log.entryAdded' && told.params.level === 'error') errors.push(told.params.text);
    waiting.get(told.id)?.(told);
    waiting.delete(told.id);
  });
  await once(socket, 'open');
  let calls = 0;
  return {
    errors,
    call<T = void>(method: string, params: object = {}): Promise<T> {
      calls += 1;
      const id = calls;
      return new Promise((resolve, reject) => {
        waiting.set(id, ({ error, message, result }) =>
          error === undefined ? resolve(result) : reject(new Error(`${method}: ${error}: ${message}`)),
        );
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
  };
}
