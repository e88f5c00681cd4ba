/**
 * The first and smallest script, which the build writes into every page (scripts/build/inline.ts). Words and the first
 * picture come before the code that makes them move: on a slow line 90 kB of script would take their place. So this fetches
 * the site's code when both are painted, or as soon as somebody touches anything; and a press that comes before the code
 * is there is kept, not lost. The pictures further down wait for the same moment.
 */

import { forgetPressed, keepPressed } from './cart/pressed.ts';

/** In milliseconds. A page whose picture does not come works all the same. */
const longestWait = 3000;

const signs = ['pointerdown', 'wheel', 'keydown', 'focusin'] as const;

/** The buttons pressed before the page could answer. */
const pressed = new Set<HTMLButtonElement>();
/** The form that waits to be sent. */
let entered: HTMLFormElement | null = null;

function keepPress(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  pressed.add(button);
  // Whoever leaves the page at once finds the product in the cart all the same.
  if (button.name === 'add-to-cart') keepPressed(button.value);
}

/** Enter in a form that cannot be sent yet, because its button is not ready, sends it as soon as it is. */
function keepEnter({ key, isComposing, target }: KeyboardEvent): void {
  if (key !== 'Enter' || isComposing || !(target instanceof HTMLInputElement)) return;
  const { form } = target;
  const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]');
  // A busy one has been pressed already.
  const waits = () => button?.matches(':disabled');
  if (!form || !waits() || button?.ariaBusy === 'true' || entered?.isConnected) return;
  entered = form;
  const ready = new MutationObserver(() => {
    if (waits()) return;
    forget();
    form.requestSubmit(button);
  });
  // What is typed after it is not meant to be sent yet.
  const forget = () => {
    ready.disconnect();
    form.removeEventListener('input', forget);
    entered = null;
  };
  // The button's own attribute, or that of the fieldset it stands in.
  ready.observe(form, { attributeFilter: ['disabled'], subtree: true });
  form.addEventListener('input', forget);
}

/** Resolves with the first frame that shows the page's words and its most important picture. */
async function painted(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }));
  }
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  // A broken picture has nothing more to show either.
  await Promise.allSettled([picture?.decode()]);
  // A page in a tab behind others, or rendered ahead of a visit, has no frames.
  if (document.visibilityState === 'hidden') return;
  await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
  // Frames are made ahead of their being seen; this says when the first one was (Paint Timing, "first-contentful-paint").
  await new Promise<void>((shown) =>
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) shown();
    }).observe({ type: 'paint', buffered: true }),
  );
  await new Promise((idle) =>
    'requestIdleCallback' in window ? requestIdleCallback(idle) : setTimeout(idle),
  );
}

function addLink(rel: string, href: string): void {
  document.head.append(Object.assign(document.createElement('link'), { rel, href }));
}

/** Fetches the site's code, all its files at once, and hands the page to the first of them. */
async function begin([site = '', ...others]: readonly string[]): Promise<void> {
  for (const file of others) addLink('modulepreload', file);
  const takenOver = new Promise((told) => document.addEventListener('taken-over', told, { once: true }));
  try {
    await import(/* @vite-ignore */ site);
    await takenOver;
  } finally {
    document.removeEventListener('click', keepPress, true);
  }
  for (const button of pressed) if (button.isConnected) button.click();
  if (pressed.size > 0) forgetPressed();
}

async function start(): Promise<void> {
  document.addEventListener('click', keepPress, true);
  document.addEventListener('keydown', keepEnter, true);
  const { files = '', later } =
    document.querySelector<HTMLScriptElement>('script[data-files]')?.dataset ?? {};
  // A page that shows nothing of use without its code has all its styles already, and does not wait.
  if (later !== undefined) {
    await Promise.race([
      painted(),
      new Promise((late) => setTimeout(late, longestWait)),
      ...signs.map(
        (sign) => new Promise((given) => addEventListener(sign, given, { once: true, passive: true })),
      ),
    ]);
    addLink('stylesheet', later);
  }
  // Now the pictures further down may come (client/ui/Picture.module.css).
  document.documentElement.dataset['painted'] = '';
  await begin(files.split(' '));
}

void start();
