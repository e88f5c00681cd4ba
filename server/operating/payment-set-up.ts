// The webhook endpoint and the key's rights at the payment provider: what is there, what is needed, and the mending of it.

import { Refusal } from '#server/refusal.ts';

/** A webhook endpoint as the provider has it. */
export interface WebhookEndpoint {
  id: string;
  url: string;
  enabled: boolean;
  /** Types of events it gets; `*` is all of them. */
  events: readonly string[];
  /** The version that its events come in; `null` for whatever the account's is. */
  apiVersion: string | null;
}

/** Something that the shop does with its key. */
export interface KeyRight {
  /** As the provider's dashboard calls it. */
  right: string;
  /** What does not work without it. */
  neededFor: string;
  granted: boolean;
}

/** What is needed of the payment provider to look after its settings. */
export interface PaymentSetUp {
  /** The events that the shop acts on. */
  readonly events: readonly string[];
  /** The version of the API that the shop reads events in. */
  readonly apiVersion: string;
  /** @throws {Refusal} `forbidden` when the key may not */
  endpoints(): Promise<WebhookEndpoint[]>;
  /** Makes one with the exact events and version. @returns it and its signing secret, which is told this once */
  createEndpoint(url: string): Promise<{ endpoint: WebhookEndpoint; secret: string }>;
  /** Gives one the exact events, and switches it on. */
  mendEndpoint(id: string): Promise<WebhookEndpoint>;
  disableEndpoint(id: string): Promise<void>;
  /** Tries each right in a way that changes nothing. */
  rights(): Promise<KeyRight[]>;
}

type Needs = Pick<PaymentSetUp, 'events' | 'apiVersion'>;

/** Which release a version such as `2026-10-28.name` belongs to: within one nothing changes that breaks a reader. */
export const releaseOf = (version: string): string => version.split('.').at(1) ?? version;

export const hasOtherVersion = ({ apiVersion }: WebhookEndpoint, needs: Needs): boolean =>
  apiVersion === null || releaseOf(apiVersion) !== releaseOf(needs.apiVersion);

/** The events that an endpoint should get and does not. */
export function missingEvents({ events }: WebhookEndpoint, needs: Needs): string[] {
  return events.includes('*') ? [] : needs.events.filter((type) => !events.includes(type));
}

const isExact = ({ events }: WebhookEndpoint, needs: Needs): boolean =>
  events.length === needs.events.length && needs.events.every((type) => events.includes(type));

/** What was done about the endpoint. */
export interface WebhookSetUp {
  did: 'made' | 'mended' | 'replaced' | 'nothing';
  endpoint: WebhookEndpoint;
  /** Of a new endpoint; the provider tells it this once. */
  secret: string | null;
  /** Endpoints of the same address that were switched off. */
  disabled: string[];
}

/**
 * Sees to it that there is one endpoint for the shop's webhook with the exact events in the pinned version. A version cannot be
 * changed, so an endpoint of another one is replaced by a new one, and switched off.
 * @param url where the shop takes events
 */
export async function setUpWebhook(provider: PaymentSetUp, url: string): Promise<WebhookSetUp> {
  const ours = (await provider.endpoints()).filter((endpoint) => endpoint.url === url);
  const good = ours.find((endpoint) => !hasOtherVersion(endpoint, provider));
  const disabled: string[] = [];
  const made = good ? null : await provider.createEndpoint(url);
  for (const { id, enabled } of ours) {
    if (id === good?.id || !enabled) continue;
    await provider.disableEndpoint(id);
    disabled.push(id);
  }
  if (made) return { did: ours.length > 0 ? 'replaced' : 'made', ...made, disabled };
  if (!good) throw new Refusal('not_found', 'There is no endpoint.');
  if (good.enabled && isExact(good, provider))
    return { did: 'nothing', endpoint: good, secret: null, disabled };
  return { did: 'mended', endpoint: await provider.mendEndpoint(good.id), secret: null, disabled };
}
