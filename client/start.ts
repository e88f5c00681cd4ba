/**
 * The boot script, which the build inlines into every page (scripts/build/inline.ts). It defers hydration: 90 kB of
 * script would compete with the text and the first picture on a slow network, so the site's code is fetched once both are
 * painted, or at the first interaction. Presses on buttons before hydration, and Enter in a form, are queued and replayed
 * after it. Lazy pictures further down wait for the same moment.
 */

import { browserStorage, storedText } from '#client/ui/browser-storage.ts';
import { forgetEarlyClicks, keepEarlyClick } from './cart/early-clicks.ts';

/** The longest deferral of hydration, in milliseconds, for pages whose picture does not load. */
const longestWait = 3000;

/** How long hydration may take, in milliseconds, before the page says so: a connection can stall without failing. */
const longestSilence = 20_000;

/** Events that start hydration at once. Browsers treat listeners for `wheel` on the window as passive. */
const interactions = ['pointerdown', 'wheel', 'keydown', 'focusin'] as const;

/**
 * State for the stylesheets: `painted` when pictures further down may load, `busy` while animations would delay the
 * scripts (client/ui). `path` is the document's own.
 */
const mark = document.documentElement.dataset;

/**
 * Buttons pressed before hydration, to be clicked again after it, each with its place among what looks like it. Enter in a
 * form presses its submit button.
 */
const queuedButtons = new Map<HTMLButtonElement, number>();

/**
 * Going back before hydration changes the address and nothing else: the page there is then loaded from the server. What is hydrated
 * is the page of `path` (client/main.tsx).
 */
const followBack = () => location.pathname === mark['path'] || location.reload();

/** What looks like this button, in the document's order. */
const alike = (button: HTMLButtonElement) => document.getElementsByClassName(button.className);

/**
 * Enables the submit buttons, which are sent disabled because without scripts they would submit their form to nowhere: the
 * browser tells nobody about a press on a disabled button.
 */
function enableSubmits(): void {
  for (const part of document.querySelectorAll<HTMLButtonElement | HTMLFieldSetElement>(
    'form fieldset:disabled, form button:disabled',
  )) {
    part.disabled = false;
  }
}

function queueClick(event: MouseEvent): void {
  const button = (event.target as Element).closest('button');
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  queuedButtons.set(button, [...alike(button)].indexOf(button));
  // Shows that the press is taken: on a slow network the button itself answers seconds later.
  button.style.opacity = '0.6';
  keep(button);
}

/** A buyer whose press was not done on this page finds the product in the cart on the next one. */
function keep({ name, value }: HTMLButtonElement): void {
  if (name === 'add-to-cart') keepEarlyClick(value);
}

/**
 * Somebody who changes a form after a press on its button, or after Enter, does not want to submit it yet. Listens for ever:
 * after hydration nothing is queued.
 */
function dropSubmits({ target }: Event): void {
  for (const button of queuedButtons.keys()) {
    if (button.form?.contains(target as Node)) unqueue(button);
  }
}

function unqueue(button: HTMLButtonElement): void {
  button.style.opacity = '';
  queuedButtons.delete(button);
}

/** Resolves with the first frame that shows the page's text and its most important picture. */
async function firstPaint(): Promise<void> {
  if (document.readyState !== 'complete') await heard('load');
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  // A broken picture counts as loaded.
  await picture?.decode().catch(() => {});
  // A page in a background tab, or prerendered by the browser ahead of a visit, has no frames.
  if (document.hidden) return;
  await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
  // A frame is produced before it is on the screen; this entry says that the first one was presented (Paint Timing
  // specification).
  await new Promise<void>((shown) =>
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint')[0]) shown();
    }).observe({ type: 'paint', buffered: true }),
  );
  // Safari has no such callback.
  await new Promise((idle) => (window.requestIdleCallback ?? setTimeout)(idle));
}

/** Resolves with the next event of this type. */
const heard = (type: string): Promise<unknown> =>
  new Promise((told) => addEventListener(type, told, { once: true }));

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Record<string, unknown>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}

/** @returns when the link's target has loaded or failed */
function addLink(rel: string, href: string): Promise<unknown> {
  return new Promise((ended) =>
    document.head.append(make('link', { rel, href, onload: ended, onerror: ended })),
  );
}

/** The line that says so, if there is one. */
let lostLine: HTMLElement | undefined;

/**
 * Shows that a script failed to load, or does not come: the page can be read, but buttons do nothing, all of them or those of
 * the missing part. Some browsers do not request the script again until the page is reloaded, which the link to the page itself does.
 * Clicks before hydration are still queued, so that products added meanwhile are in the cart after that. Only styles that
 * every page contains are used, because the others may have failed to load too.
 */
function sayLost(): void {
  delete mark['busy'];
  lostLine?.remove();
  const line = make('p', {
    role: 'alert',
    className: 'site-banner',
    style: 'position:sticky;bottom:0;z-index:2;padding:1.5rem;background:var(--danger-ground)',
  });
  line.append(
    'A part of this page did not arrive. ',
    // With a target, because a hydrated page follows its own links without loading anything.
    make('a', { href: '', textContent: 'Load it again', target: '_self' }),
  );
  document.body.append(line);
  lostLine = line;
}

/**
 * Opens local and session storage. The first access blocks while the browser fetches it from another process; here that
 * delays nothing, because the scripts that need it are still loading.
 */
function openStorage(): void {
  storedText(browserStorage('sessionStorage'), '');
  storedText(browserStorage(), '');
}

/**
 * Fetches the site's scripts, all at once, runs the first of them, and replays the queued clicks after hydration.
 * @param styled resolves when the stylesheet for script-only content is loaded
 */
async function hydrate(files: readonly string[], styled: Promise<unknown> | undefined): Promise<void> {
  for (const file of files) void addLink('modulepreload', file);
  setTimeout(openStorage);
  const hydrated = heard('hydrated');
  setTimeout(() => mark['busy'] === '' && sayLost(), longestSilence);
  addEventListener('lost', sayLost);
  addEventListener('hydrated', () => lostLine?.remove());
  await styled;
  const code = import(/* @vite-ignore */ files[0] ?? '');
  code.catch(sayLost);
  await code;
  await hydrated;
  removeEventListener('click', queueClick, true);
  removeEventListener('popstate', followBack);
  delete mark['busy'];
  if (queuedButtons.size > 0) forgetEarlyClicks();
  for (const [button, place] of queuedButtons) {
    unqueue(button);
    // In place of a page that the browser has translated meanwhile, React draws its own: with other buttons.
    const now = button.isConnected ? button : (alike(button)[place] as HTMLButtonElement | undefined);
    if (now?.value === button.value) now.click();
    else keep(button);
  }
}

async function start(): Promise<void> {
  mark['busy'] = '';
  mark['path'] = location.pathname;
  addEventListener('click', queueClick, true);
  addEventListener('input', dropSubmits, true);
  addEventListener('popstate', followBack);
  enableSubmits();
  const { files = '', styles } =
    document.querySelector<HTMLScriptElement>('script[data-files]')?.dataset ?? {};
  let styled: Promise<unknown> | undefined;
  // Only public pages have a deferred stylesheet. The others show nothing useful before hydration, and start at once.
  if (styles !== undefined) {
    await Promise.race([
      firstPaint(),
      new Promise((late) => setTimeout(late, longestWait)),
      ...interactions.map(heard),
    ]);
    styled = addLink('stylesheet', styles);
  }
  // Lazy pictures further down may load now (client/ui/Picture.module.css).
  mark['painted'] = '';
  await hydrate(files.split(' '), styled);
}

void start();
