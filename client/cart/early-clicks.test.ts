import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fullStorage, openTab, storageOf } from '#tests/support/browser-storage.ts';
import { forgetEarlyClicks, keepEarlyClick, takeEarlyClicks } from './early-clicks.ts';

const items = new Map<string, string>();
/** Opens a page in this tab. */
const openPage = (timeOrigin: number) => vi.stubGlobal('performance', { timeOrigin });

beforeEach(() => {
  items.clear();
  openTab({ sessionStorage: storageOf(items) });
  openPage(1000.5);
});
afterEach(() => vi.unstubAllGlobals());

it('What was pressed on a page that was left too early is taken over by the next one, once', () => {
  expect(takeEarlyClicks()).toEqual([]);
  keepEarlyClick('fod');
  keepEarlyClick('fod-expansions');
  openPage(2000);
  expect(takeEarlyClicks()).toEqual(['fod', 'fod-expansions']);
  expect(takeEarlyClicks()).toEqual([]);
});

it('What was pressed on this page is left to be pressed again', () => {
  keepEarlyClick('fod');
  openPage(2000);
  keepEarlyClick('fist');
  expect(takeEarlyClicks()).toEqual(['fod']);
  openPage(3000);
  expect(takeEarlyClicks()).toEqual(['fist']);
});

it('What was pressed again is forgotten', () => {
  keepEarlyClick('fod');
  forgetEarlyClicks();
  openPage(2000);
  expect(takeEarlyClicks()).toEqual([]);
});

it('Presses that cannot be deleted are not taken, or every page would put them into the cart again', () => {
  keepEarlyClick('fod');
  openPage(2000);
  openTab({ sessionStorage: { ...fullStorage, getItem: storageOf(items).getItem } });
  expect(takeEarlyClicks()).toEqual([]);
});

it('A tab that stores nothing has none', () => {
  vi.unstubAllGlobals();
  keepEarlyClick('fod');
  expect(takeEarlyClicks()).toEqual([]);
});
