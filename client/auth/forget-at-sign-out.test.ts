import { afterEach, expect, test, vi } from 'vitest';
import { openTab, storageOf } from '#tests/support/browser-storage.ts';
import type { AccountState } from './account-store.ts';
import { forgetAtSignOut, giftDraftKey } from './forget-at-sign-out.ts';

afterEach(() => vi.unstubAllGlobals());

const nobody = { status: 'nobody' } as const;
const user = (username: string): AccountState => ({
  status: 'signed-in',
  user: { username, email: `${username}@example.com`, emailVerified: true, idToken: 'id' },
});

test.each<[string, AccountState[], boolean]>([
  ['is gone once its writer signs out', [user('ada'), nobody], false],
  ['is gone once somebody else is signed in', [user('ada'), user('bo')], false],
  ['stays when the tokens of its writer are refreshed', [user('ada'), user('ada')], true],
  ['of a guest stays when nobody is found to be signed in', [nobody, nobody], true],
  ['of a guest stays when they sign in', [nobody, user('ada')], true],
])('The unsent card of a gift %s', (_what, states, stays) => {
  const items = new Map([[giftDraftKey, 'for Bo']]);
  openTab({ sessionStorage: storageOf(items) });
  let state: AccountState = { status: 'unknown', failure: null };
  let tell: () => void = () => undefined;
  forgetAtSignOut({
    getState: () => state,
    subscribe(listener) {
      tell = listener;
      return () => undefined;
    },
  });
  for (state of states) tell();
  expect(items.has(giftDraftKey)).toBe(stays);
});
