import { expect, it, vi } from 'vitest';
import { damagedStorage, fullStorage, storageOf } from '#tests/support/browser-storage.ts';
import { createGiftChoice } from './gift-choice.ts';

/** A page in a browser, with the contents of its storage. */
function openPage(items = new Map<string, string>()) {
  const page = new EventTarget();
  return { page, items, choice: createGiftChoice({ storage: storageOf(items), otherTabs: page }) };
}

it('Nothing is a gift until it is said, and it is said on every page of the browser', () => {
  const { choice, items } = openPage();
  expect(choice.get()).toBe(false);
  choice.choose(true);
  expect(openPage(items).choice.get()).toBe(true);
});

it('What another tab has chosen counts, although nothing on this page listened then', () => {
  const { choice, items } = openPage();
  choice.choose(true);
  openPage(items).choice.choose(false);
  expect(choice.get()).toBe(false);
});

it.each(['storage', 'pageshow'])(
  'It is looked up again at %s, and no longer than somebody listens',
  (event) => {
    const { choice, page } = openPage();
    const changed = vi.fn();
    const stop = choice.subscribe(changed);
    page.dispatchEvent(new Event(event));
    choice.choose(true);
    expect(changed).toHaveBeenCalledTimes(2);
    stop();
    page.dispatchEvent(new Event(event));
    choice.choose(false);
    expect(changed).toHaveBeenCalledTimes(2);
  },
);

it('In a browser that keeps nothing it lives as long as the page', () => {
  for (const storage of [null, fullStorage, damagedStorage]) {
    const choice = createGiftChoice({ storage });
    expect(choice.get()).toBe(false);
    choice.choose(true);
    expect(choice.get()).toBe(true);
    choice.choose(false);
    expect(choice.get()).toBe(false);
  }
});
