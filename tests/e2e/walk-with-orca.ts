import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { paths } from '#shared/routes.ts';
import { newPerson, password } from '../support/people.ts';
import { openShop } from '../support/shop.ts';

/**
 * `npm run orca`: the journeys of a buyer and an account holder with the keyboard and a real screen reader, Orca with Debian's
 * Chromium. Prints its speech after each step, and exits with 1 when an expected text is not spoken. Orca 43 does not read what
 * takes the focus from an element that is removed, so no step relies on that. Needs Debian's packages
 * `orca speech-dispatcher xvfb openbox at-spi2-core chromium xdotool`, so it is not part of the tests.
 */

const folder = mkdtempSync(join(tmpdir(), 'orca-'));
const display = `:${90 + (process.pid % 100)}`;
const bus = join(folder, 'bus');
const env = {
  ...process.env,
  ...{ DISPLAY: display, XDG_RUNTIME_DIR: folder, HOME: folder, LANG: 'C.UTF-8' },
  ...{ ACCESSIBILITY_ENABLED: '1', DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}` },
};
const children: ChildProcess[] = [];
/** What has ended by itself with an error; nothing more is heard then. */
let fallen: string | null = null;
function start(command: string, ...args: string[]): ChildProcess {
  const child = spawn(command, args, { env, stdio: 'ignore' });
  child.on('error', (error) => {
    throw new Error(`${command} does not start: ${error.message}`);
  });
  child.on('exit', (code) => {
    if (code) fallen = `${command} has ended with ${code}`;
  });
  children.push(child);
  return child;
}
async function until(what: string, is: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  for (let tries = 0; tries < seconds * 10; tries += 1) {
    if (fallen !== null) throw new Error(fallen);
    if (await is()) return;
    await setTimeout(100);
  }
  throw new Error(`${what} did not come within ${seconds} seconds`);
}

const log = join(folder, 'orca.log');
/** Everything that Orca has spoken so far. */
const said = (): string[] =>
  existsSync(log)
    ? [...readFileSync(log, 'utf8').matchAll(/SPEECH OUTPUT: '(.*)'\{/g)].map(([, words = '']) =>
        words.trim(),
      )
    : [];

async function openScreenReader(url: string): Promise<Page> {
  start('Xvfb', display, '-screen', '0', '1280x900x24');
  await until('The screen', () => spawnSync('xdotool', ['getmouselocation'], { env }).status === 0);
  start('openbox');
  start('dbus-daemon', '--session', '--nofork', `--address=${env.DBUS_SESSION_BUS_ADDRESS}`);
  await until('The message bus', () => existsSync(bus));
  start('/usr/libexec/at-spi-bus-launcher', '--launch-immediately');
  const voice = join(folder, 'voice');
  mkdirSync(voice);
  // Without a sound device the speech service ends at once, and Orca falls silent.
  writeFileSync(join(folder, '.libao'), 'default_driver=null\n');
  const module = 'AddModule "dummy" "sd_dummy" ""\nDefaultModule dummy\n';
  writeFileSync(join(voice, 'speechd.conf'), `AudioOutputMethod "libao"\n${module}`);
  start('speech-dispatcher', '-s', '-t', '0', '-C', voice);
  const flags = ['--no-sandbox', '--disable-gpu', '--force-renderer-accessibility', '--no-first-run'];
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const profile = join(folder, 'profile');
  const port = ['--remote-debugging-port=0', `--user-data-dir=${profile}`];
  // The shop is opened later, because connecting to Chromium may hang while a page loads. On `about:blank` the address bar would have the focus.
  start('/usr/bin/chromium', ...flags, ...quiet, ...port, '--window-size=1280,900', 'data:text/html,');
  const portFile = join(profile, 'DevToolsActivePort');
  await until('The browser', () => existsSync(portFile));
  const browser = await chromium.connectOverCDP(
    `http://127.0.0.1:${readFileSync(portFile, 'utf8').split('\n')[0]}`,
  );
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error('The browser has no page');
  await page.goto(url);
  const settings = join(folder, '.local/share/orca');
  mkdirSync(settings, { recursive: true });
  // Its log has each line at once.
  writeFileSync(
    join(settings, 'orca-customizations.py'),
    'from orca import debug\ndebug.debugFile.reconfigure(line_buffering=True)\n',
  );
  // Started while a page is loading, it hangs.
  await setTimeout(2000);
  start('orca', `--debug-file=${log}`);
  await until('The screen reader', () => said().includes('Screen reader on.'));
  return page;
}

/** Longer than Orca collects changes of live regions, in milliseconds. */
const hearMs = 1200;
let failed = 0;

/** Presses keys, types arguments that begin with `“`, and prints Orca's speech. @param heard what must be part of it */
async function step(name: string, keys: readonly string[], ...heard: RegExp[]): Promise<void> {
  const before = said().length;
  for (const key of keys) {
    const words = key.startsWith('“') ? ['type', '--delay', '40', key.slice(1)] : ['key', key];
    spawnSync('xdotool', words, { env });
    await setTimeout(hearMs);
  }
  const rest = () => said().slice(before).join(' | ');
  const missing = () => heard.filter((words) => !words.test(rest()));
  await until(name, () => missing().length === 0, 8).catch((error: unknown) => {
    if (fallen !== null) throw error;
  });
  // The names of the keys themselves are left out.
  const words = said()
    .slice(before)
    .filter((one) => one.length > 1 && !/^(tab|return|dot|at|left \w+)$/.test(one));
  console.log(`${missing().length === 0 ? '✓' : '✗'} ${name}\n    ${words.join('\n    ')}`);
  for (const words of missing()) console.log(`    NOT HEARD: ${words}`);
  failed += missing().length;
}

const shop = await openShop();
try {
  const page = await openScreenReader(`${shop.url}${paths.shop()}`);
  const go = async (path: string) => {
    await page.goto(`${shop.url}${path}`);
    await page.locator('html[data-painted]').waitFor();
    await page.locator('main h1').focus();
    await setTimeout(2000);
  };
  await step('the shop begins', ['Tab', 'Tab'], /Skip to the content link/, /to the shop link/);
  await go(paths.product('fod'));
  await step(
    'added',
    ['Tab', 'Tab', 'Return'],
    /Add to Cart: Lone Wolf/,
    /Added to your cart|is in your cart/,
  );
  await go(paths.cart());
  await step('removed', ['Tab', 'Tab', 'Return'], /removed from the cart\. Total price: 0/);
  await go(paths.guestCheckout('fod'));
  await step('an address that is none', ['Tab', '“nobody', 'Return'], /You must enter a valid email address/);
  await step('an address with a mistake', ['ctrl+a', '“anna@gmial.com'], /Did you mean anna@gmail\.com/);
  await step(
    'the mistake mended',
    ['Tab', 'Return'],
    /Yes, take it: anna@gmail\.com/,
    /entry anna@gmail\.com required\.( \| (?!invalid)|$)/,
  );
  await step('to the payment page', ['Return'], /Preparing the payment|Loading/);
  await page.getByRole('button', { name: /^Pay 250/ }).click();
  await step('paid', [], /Order Completed/);

  const person = await newPerson(shop);
  await go(paths.account());
  await step(
    'a wrong password',
    ['Tab', `“${person.email}`, 'Tab', '“Not-the-password', 'Return'],
    /are you sure you entered/,
  );
  await step('signed in', ['ctrl+a', `“${password}`, 'Return'], /Your account heading/);
  const at = (button: string) => page.getByRole('button', { name: button }).focus();
  await at('Unlock Content');
  await step(
    'a code that is none',
    ['Return', '“nothing', 'Return'],
    /Activation code/,
    /Invalid activation code/,
  );
  await step('another try', ['Return'], /Activation code/);
  await go(paths.account());
  await at('Sign Out');
  await step('signed out', ['Return'], /Sign In|signed out/i);
  await go(paths.createAccount());
  await step(
    'a password that is too short',
    ['Tab', '“newone', 'Tab', '“newone@example.com', 'Tab', '“short', 'Return'],
    /at least 8 characters/,
  );
} finally {
  for (const child of children.toReversed()) child.kill();
  await Promise.all(
    children.map((child) =>
      child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null,
    ),
  );
  rmSync(folder, { recursive: true, force: true });
  await shop.close();
}
process.exit(failed > 0 ? 1 : 0);
