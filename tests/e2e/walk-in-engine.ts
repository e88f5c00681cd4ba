import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { paths } from '#shared/routes.ts';
import { newEmail, newPerson, password } from '../support/people.ts';
import { openShop } from '../support/shop.ts';
import { usedByHand } from './driven-browser.ts';
import { openFirefox } from './firefox-driver.ts';
import { openWebKit } from './webkit-driver.ts';

/**
 * `npm run webkit` and `npm run firefox`: the journeys of a buyer and an account holder on the built site, in the engines
 * other than Playwright's Chromium. After each step nothing may be wider than the screen, no script may have failed, and what
 * has the focus must be on screen. What Firefox prints must begin on the first sheet. Screenshots of each step are in
 * `test-results/<engine>`, to be looked at. Both need packages of Debian (docs/testing.md), so they are not part of the tests.
 */

const engine = process.argv[2] === 'firefox' ? 'firefox' : 'webkit';
const openEngine = { firefox: openFirefox, webkit: openWebKit }[engine];
const folder = resolve(import.meta.dirname, '../../test-results', engine);
/** A phone's screen, in pixels. */
const size = { width: 390, height: 844 };

/** Script errors of a page until it is left, collected in the page itself. */
const watch = `
  if (!window.faults) {
    window.faults = [];
    addEventListener('error', ({ message }) => faults.push(message));
    addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => faults.push(violatedDirective));
  }`;
const look = `
  const root = document.documentElement;
  const { top, bottom } = document.activeElement.getBoundingClientRect();
  const hidden = document.activeElement !== document.body && (bottom <= 0 || top >= innerHeight);
  return [
    ...(window.faults ?? []),
    ...(root.scrollWidth > root.clientWidth ? ['wider than the screen'] : []),
    ...(hidden ? ['the focus is outside the screen, on ' + document.activeElement.textContent] : []),
  ]`;

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const shop = await openShop();
const browser = usedByHand(await openEngine(size.width, size.height));
const faults: string[] = [];
let steps = 0;

async function step(name: string, act: () => Promise<unknown>, expected: string): Promise<void> {
  try {
    await act();
    await browser.see(expected);
  } catch (error) {
    await writeFile(join(folder, 'stopped-here.png'), await browser.screenshot());
    throw new Error(`${name}: "${expected}" was not seen`, { cause: error });
  }
  await browser.run(watch);
  steps += 1;
  const found = [...browser.takeErrors(), ...(await browser.run<string[]>(look))];
  for (const fault of found) faults.push(`${name}: ${fault}`);
  await writeFile(
    join(folder, `${String(steps).padStart(2, '0')}-${name.replaceAll(' ', '-')}.png`),
    await browser.screenshot(),
  );
  console.log(`${found.length === 0 ? '✓' : '✗'} ${name}`);
}

/**
 * Prints the page.
 * @param expected a text of the first sheet; none that is bold or a heading, because Firefox draws those without saying their letters
 */
async function printed(name: string, expected: string): Promise<void> {
  if (!browser.print) return;
  const file = join(folder, `${name}.pdf`);
  await writeFile(file, await browser.print());
  let text: string;
  try {
    text = execFileSync('pdftotext', ['-l', '1', file, '-'], { encoding: 'utf8' });
  } catch (cause) {
    throw new Error('apt-get install poppler-utils', { cause });
  }
  const isThere = text.replace(/\s+/g, ' ').includes(expected);
  if (!isThere) faults.push(`${name}: its first sheet does not say "${expected}"`);
  console.log(`${isThere ? '✓' : '✗'} ${name}, printed`);
}

const open = (path: string) => () => browser.open(`${shop.url}${path}`);
const press = (text: string) => () => browser.press(text);

try {
  const buyer = newEmail();
  await step('terms', open(paths.terms()), 'Your right to withdraw');
  await printed('terms', 'is digital content');
  await step('questions', open(paths.faq()), 'What is an audio adventure?');
  await printed('questions', 'you play by listening');
  await step('product', open(paths.product('fod')), 'VAT included');
  await printed('product', 'An interactive audio adventure');
  await step('listening', press('Listen, 30 seconds'), 'Open your eyes');
  await step('stopped', press('Open your eyes'), 'The sound has stopped.');
  await step('added', press('Add to Cart'), 'Go to checkout');
  // Not by the button: a second press within half a second is ignored as a double click.
  await step('cart', open(paths.cart()), 'Total price');
  await step('guest checkout', open(paths.guestCheckout('fod')), 'Email address');
  await browser.type('Email address', 'nobody');
  await step('wrong address', press('Continue to Checkout'), 'You must enter a valid email address.');
  await browser.type('Email address', buyer);
  await step('payment page', press('Continue to Checkout'), 'Test payment page');
  await step('cancelled', press('Cancel and go back'), 'Either the payment was cancelled');
  await open(paths.guestCheckout('fod'))();
  await browser.type('Email address', buyer);
  await press('Continue to Checkout')();
  await step('order', press('Pay 250 SEK'), 'It is yours.');
  await printed('order', 'camera at the code');
  await step('withdrawal', press('Withdraw from contract here'), 'Your name');

  const person = await newPerson(shop);
  await step('sign in', open(paths.account()), 'Username or email');
  await browser.type('Username or email', person.username);
  await browser.type('Password', 'not the password');
  await step('refused', press('Sign In'), 'are you sure you entered the correct credentials?');
  await browser.type('Password', password);
  await step('signed in', press('Sign In'), 'You have no products yet.');
  await printed('account', 'You have no products yet.');
  await step('deletion', press('Delete Account'), 'A copy of your payment history is kept');
  await step('deletion cancelled', press('Cancel'), 'You have no products yet.');
  await step('code', press('Unlock Content'), 'Activation code');
  await browser.type('Activation code', 'never-made-code');
  await step('code refused', press('Activate'), 'Invalid activation code, please try again.');
  await step('back from the code', press('Go Back'), 'You have no products yet.');
  await step('reloaded', open(paths.account()), 'Logged in as');
  await step('signed out', press('Sign Out'), 'Username or email');

  const name = newEmail().replace('@example.com', '');
  await step('create account', open(paths.createAccount()), 'Username');
  await browser.type('Username', name);
  await browser.type('Email', `${name}@example.com`);
  await browser.type('Password', password);
  await step('confirm account', press('Create Account'), 'The code works for 24 hours.');
  await browser.type('Confirmation code', shop.sandbox.inbox.codeFor(`${name}@example.com`) ?? '');
  await step('confirmed', press('Confirm'), 'No products in shopping cart');
} finally {
  await browser.close();
  await shop.close();
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
