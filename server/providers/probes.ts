import { access, constants, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type Stripe from 'stripe';
import type { Probes } from '#server/operating/probes.ts';
import { createSmtpTransport, type SmtpSettings } from './smtp.ts';
import { listed, providerTime } from './stripe/calls.ts';
import { eventTypes } from './stripe/events.ts';

/** How long the identity service, or the host of a link, may take to answer, in milliseconds. */
const timeoutMs = 5000;

export interface ProbeSettings {
  /** `null` when the database is on a server of its own, which watches its disk. */
  databaseFile: string | null;
  downloadsDir: string;
  /** Files that the site offers for download. */
  downloads: readonly string[];
  /** Where the identity service answers, and the user pool. */
  identityOrigin: string;
  userPoolId: string;
  /** `null` when the shop writes no letters. */
  mail: SmtpSettings | null;
}

/** The doctor's eyes outside the database. */
export function createProbes(stripe: Stripe, settings: ProbeSettings): Probes {
  return {
    paymentApi: () => providerTime(stripe),
    async identityKeys() {
      const url = `${settings.identityOrigin}/${settings.userPoolId}/.well-known/jwks.json`;
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
      if (!response.ok) throw new Error(`The identity service's keys answer ${response.status}`);
      const { keys } = (await response.json()) as { keys?: unknown };
      return Array.isArray(keys) ? keys.length : 0;
    },
    disk: () => diskOf(settings.databaseFile),
    async recentEventIds(from, to) {
      const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);
      const created = { gte: seconds(from), lt: seconds(to) };
      const ids: string[] = [];
      for await (const event of listed(stripe.events.list({ created, types: [...eventTypes], limit: 100 }))) {
        ids.push(event.id);
      }
      return ids;
    },
    async mailService() {
      if (settings.mail === null) return null;
      const transport = createSmtpTransport(settings.mail);
      const fault = await transport.verify();
      transport.close();
      return fault;
    },
    async visit(url) {
      const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
      await response.body?.cancel();
      return response.status;
    },
    async missingDownloads() {
      const isThere = await Promise.all(
        settings.downloads.map((file) =>
          access(join(settings.downloadsDir, file), constants.R_OK).then(
            () => true,
            () => false,
          ),
        ),
      );
      return settings.downloads.filter((_, index) => !isThere[index]);
    },
  };
}

/** The disk that a file is on; `null` without one. */
export async function diskOf(file: string | null): Promise<Awaited<ReturnType<Probes['disk']>>> {
  if (file === null) return null;
  const { bavail, blocks, bsize } = await statfs(dirname(resolve(file)));
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
