import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTab, storageOf } from '#tests/support/browser-storage.ts';
import { forgetSentResetCode, keepSentResetCode, readSentResetCode } from './sent-reset-code.ts';

const sent = { username: 'ada', destination: 'a***@e***' };
const minutes = (count: number) => count * 60_000;

beforeEach(() => {
  openTab({ sessionStorage: storageOf() });
});
afterEach(() => vi.unstubAllGlobals());

it('A code that was sent is known for the hour in which it works, also by a clock that was set back', () => {
  keepSentResetCode(sent, minutes(100));
  expect(readSentResetCode(minutes(159))).toEqual(sent);
  expect(readSentResetCode(minutes(160))).toBeNull();
  expect(readSentResetCode(minutes(40))).toBeNull();
});

it('It is forgotten once it is used, and what is not ours is not read', () => {
  keepSentResetCode({ ...sent, destination: null }, 0);
  expect(readSentResetCode(0)).toEqual({ ...sent, destination: null });
  forgetSentResetCode();
  expect(readSentResetCode(0)).toBeNull();
  for (const other of [
    ...['null', 'x', '{}', '{"username":"ada","destination":null}', '{"destination":null,"sentAt":0}'],
    ...['{"username":1,"destination":null,"sentAt":0}', '{"username":"ada","destination":1,"sentAt":0}'],
    '{"username":"ada","sentAt":0}',
  ]) {
    window.sessionStorage.setItem('sent-reset-code', other);
    expect(readSentResetCode(0)).toBeNull();
  }
});
