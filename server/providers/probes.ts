// The doctor's checks of external services: Stripe, Cognito, mail service, disk, the public URL.

import { access, constants, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type Stripe from 'stripe';
import type { Probes, SignInClient } from '#server/operating/probes.ts';
import { patternOf, readConfig } from '#shared/endpoints.ts';
import { downloads } from '#shared/unlocks.ts';
import { certificateOf } from './certificate.ts';
import { callCognito, fetchKeys } from './cognito/calls.ts';
import { usualProviderTimes } from './provider-times.ts';
import { createSmtpTransport, type SmtpSettings } from './smtp.ts';
import { listed, providerTime } from './stripe/calls.ts';
import { eventTypes } from './stripe/events.ts';

/** Time-out for the identity service, or the host of a link, in milliseconds. */
const timeoutMs = usualProviderTimes.callMs;

interface ProbeSettings extends DatabasePlace {
  downloadsDir: string;
  /** The identity service's endpoint, and the user pool. */
  identity: { origin: string; userPoolId: string };
  /** `null` when the shop sends no letters. */
  mail: SmtpSettings | null;
  /** The site's public URL, without a trailing slash. */
  publicUrl: string;
}

/**
 * The doctor's checks of external services.
 * @param files looks at backups and kept databases, which belong to the database engine
 */
export function createProbes(
  stripe: Stripe,
  settings: ProbeSettings,
  files: Pick<Probes, 'backups' | 'keptDatabases'>,
): Probes {
  const { identity, publicUrl } = settings;
  return {
    paymentApi: () => providerTime(stripe),
    async identityKeys() {
      const published = await fetchKeys(identity.origin, identity.userPoolId, timeoutMs);
      const { keys } = JSON.parse(Buffer.from(published).toString()) as { keys?: unknown };
      return Array.isArray(keys) ? keys.length : 0;
    },
    disk: () => diskOf(settings),
    async recentEventIds(from, to) {
      const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);
      const created = { gte: seconds(from), lt: seconds(to) };
      const ids: string[] = [];
      const wanted = { created, types: [...eventTypes], limit: 100 };
      const list = stripe.events.list(wanted, { timeout: usualProviderTimes.listMs });
      for await (const event of listed(list)) ids.push(event.id);
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
    ...files,
    signInClient: (clientId, ways) => signInClient(identity.origin, clientId, ways),
    publicSite: () => publicSite(publicUrl),
    certificate: () => certificateOf(publicUrl, timeoutMs),
    async missingDownloads() {
      const missing: string[] = [];
      for (const { file } of downloads)
        await access(join(settings.downloadsDir, file), constants.R_OK).catch(() => missing.push(file));
      return missing;
    },
  };
}

/** Where the database is: in a file, or at an address. */
interface DatabasePlace {
  databaseFile: string;
  databaseUrl: string | null;
}

/** The disk that the database's file is on; `null` when it is on a separate server, which monitors its own disk. */
export async function diskOf({ databaseFile, databaseUrl }: DatabasePlace): ReturnType<Probes['disk']> {
  if (databaseUrl !== null) return null;
  const { bavail, blocks, bsize } = await statfs(dirname(resolve(databaseFile)));
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Any number but 0 will do: no such user exists. */
const srpA = 'a'.repeat(64);
const nobody = 'nobody-the-doctor-asks-for';

/** The service's answer to the start of a sign-in shows how the client is set up. */
async function signInClient(
  origin: string,
  clientId: string,
  ways: 'password' | 'every',
): Promise<SignInClient> {
  const begin = async (AuthFlow: string, given: Record<string, string>) => {
    const AuthParameters = { USERNAME: nobody, ...given };
    const asked = { AuthFlow, ClientId: clientId, AuthParameters };
    const { error, body } = await callCognito(origin, 'InitiateAuth', asked, timeoutMs);
    const { message = '' } = (body ?? {}) as { message?: string };
    return { error, message };
  };
  const { error, message } = await begin('USER_SRP_AUTH', { SRP_A: srpA });
  if (error === 'ResourceNotFoundException') return 'missing';
  if (/secret/i.test(message)) return 'has a secret';
  if (/not enabled/i.test(message)) return 'no SRP';
  if (ways === 'every' && /not enabled/i.test((await begin('USER_AUTH', {})).message)) return 'no choice';
  // A challenge for a user who does not exist: the pool hides that.
  return error === null ? 'hides users' : 'there';
}

async function publicSite(publicUrl: string): ReturnType<Probes['publicSite']> {
  const response = await fetch(`${publicUrl}${patternOf(readConfig)}`, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'manual',
  });
  const text = await response.text();
  const { status } = response;
  if (!response.ok || !response.headers.get('content-type')?.includes('json'))
    return { status, config: null };
  const said = JSON.parse(text) as { publicUrl?: unknown; identity?: { userPoolId?: unknown } };
  if (typeof said.publicUrl !== 'string') return { status, config: null };
  return { status, config: { publicUrl: said.publicUrl, userPoolId: String(said.identity?.userPoolId) } };
}
