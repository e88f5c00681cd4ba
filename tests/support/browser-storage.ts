import { vi } from 'vitest';

/** What the client uses of a browser's storage. */
export interface BrowserStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** A browser's storage; several tabs may share its items. */
export const storageOf = (items = new Map<string, string>()): BrowserStorage => ({
  getItem: (key) => items.get(key) ?? null,
  setItem: (key, value) => void items.set(key, value),
  removeItem: (key) => void items.delete(key),
});

/** A storage that is full, or that pages may only read. */
export const fullStorage: BrowserStorage = { getItem: () => null, setItem: refuse, removeItem: refuse };

function refuse(): never {
  throw new DOMException('full or blocked', 'QuotaExceededError');
}

/** A damaged storage: Firefox throws an error for it that is no DOMException. */
export const damagedStorage: BrowserStorage = { getItem: fail, setItem: fail, removeItem: fail };

function fail(): never {
  throw Object.assign(new Error('No such file'), { name: 'NS_ERROR_FILE_CORRUPTED' });
}

/** Puts the code under test into a browser tab. Undone by `vi.unstubAllGlobals()`. */
export function openTab(storages: { localStorage?: BrowserStorage; sessionStorage?: BrowserStorage }): void {
  vi.stubGlobal('window', storages);
}
