import { afterEach, beforeEach, expect, it } from 'vitest';
import { anna } from '#tests/support/accounts.ts';
import { type LedgerInMemory, openLedgerInMemory } from '#tests/support/ledger-in-memory.ts';
import { knownDevicesOf, noteDevice, removeOldDevices } from './known-devices.ts';

const at = new Date('2025-06-01T12:00:00Z');
const days = (number: number, milliseconds = 0) =>
  new Date(at.getTime() + number * 24 * 60 * 60 * 1000 + milliseconds);

let memory: LedgerInMemory;
beforeEach(() => {
  memory = openLedgerInMemory(at);
});
afterEach(() => memory.ledger.close());

const signIn = (device: string, createdAt: Date) =>
  memory.ledger.amend(() =>
    noteDevice({
      ...{
        idHash: `h ${device}`,
        account: anna,
        refreshTokenEncrypted: new Uint8Array(),
        device,
        hasSecondFactor: false,
      },
      ...{ createdAt, lastUsedAt: createdAt, expiresAt: createdAt },
    }),
  );

it('A kind of device is forgotten 180 days after the last sign-in on it', async () => {
  await signIn('Chrome on Android', at);
  await signIn('Safari on a Mac', at);
  await signIn('Safari on a Mac', days(1));
  const forget = (when: Date) => memory.ledger.amend(() => removeOldDevices(when));
  const known = async () =>
    (await memory.ledger.read(() => knownDevicesOf(anna.id))).map(({ device }) => device);
  expect(await forget(days(180, -1))).toBe(0);
  expect(await known()).toEqual(['Safari on a Mac', 'Chrome on Android']);
  expect(await forget(days(180))).toBe(1);
  expect(await known()).toEqual(['Safari on a Mac']);
});
