import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { openDocuments } from '../documents.ts';
import { createInbox, type Inbox } from '../inbox.ts';
import { createIdentityStandIn, type IdentityOptions, type IdentityStandIn } from './identity-stand-in.ts';
import { sharedSigningKeys } from './keys-for-tests.ts';
import { totpAt } from './totp.ts';

export interface StartedIdentity {
  standIn: IdentityStandIn;
  inbox: Inbox;
  /** Without a trailing slash. */
  url: string;
  userPoolId: string;
  clientId: string;
  /** The code in the newest mail to an address. @throws {Error} when there is none */
  codeFor(address: string): string;
  /** The next code of an authenticator app with this secret: moves the clock past one that was asked for before, which works once. */
  authenticatorCode(secret: string): string;
  /** Moves the stand-in's clock, which otherwise stands still, forward by so many seconds. */
  advance(seconds: number): void;
  close(): Promise<void>;
}

/** Starts the stand-in alone, on a free port, with a memory and a clock of its own. */
export async function startIdentityForTests(
  options: Partial<Omit<IdentityOptions, 'documents' | 'inbox' | 'now'>> = {},
): Promise<StartedIdentity> {
  // The clock stands still between calls of advance(), so that no limit is reached by a slow machine.
  let time = Date.now();
  const now = () => new Date(time);
  /** The newest code of each secret. */
  const shown = new Map<string, string>();
  const documents = openDocuments(':memory:');
  const inbox = createInbox(documents, now);
  const userPoolId = options.userPoolId ?? 'eu-north-1_TestPool1';
  const clientIds = options.clientIds ?? ['testclient1web', 'testclient2app'];
  const standIn = createIdentityStandIn({
    ...{ signingKeys: sharedSigningKeys(), ...options },
    ...{ userPoolId, clientIds, documents, inbox, now },
  });
  const server = express().disable('x-powered-by').use(standIn.router).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    standIn,
    inbox,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    userPoolId,
    clientId: clientIds[0] ?? '',
    codeFor(address) {
      const code = inbox.codeFor(address);
      if (!code) throw new Error(`There is no mail with a code to ${address}.`);
      return code;
    },
    authenticatorCode(secret) {
      if (shown.get(secret) === totpAt(secret, now())) time += 30_000;
      const code = totpAt(secret, now());
      shown.set(secret, code);
      return code;
    },
    advance(seconds) {
      time += seconds * 1000;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      documents.close();
    },
  };
}
