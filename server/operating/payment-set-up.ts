// Set-up at the payment provider: the webhook endpoint, its events and API version, and the key's permissions.

import { patternOf, receiveStripeEvent } from '#shared/endpoints.ts';

/** Where the payment provider is to send events. @param publicUrl without a trailing slash */
export const webhookUrlOf = (publicUrl: string): string => `${publicUrl}${patternOf(receiveStripeEvent)}`;

/** A webhook endpoint as the provider has it. */
export interface WebhookEndpoint {
  id: string;
  url: string;
  enabled: boolean;
  /** Types of events it gets; `*` is all of them. */
  events: readonly string[];
  /** The API version of its events; `null` for the account's default. */
  apiVersion: string | null;
}

/** A permission that the shop's key needs. */
export interface KeyRight {
  /** Its name in the provider's dashboard. */
  right: string;
  /** What does not work without it. */
  neededFor: string;
  /** Whether the shop itself works without it: only `stripe setup` needs it. */
  setUpOnly: boolean;
  granted: boolean;
}

/** The provider's calls for its settings. */
export interface PaymentSetUp {
  /** The events that the shop acts on. */
  readonly events: readonly string[];
  /** The API version in which the shop reads events. */
  readonly apiVersion: string;
  /** @throws {Refusal} `forbidden` when the key lacks the permission */
  endpoints(): Promise<WebhookEndpoint[]>;
  /** Creates one with exactly these events and this version. @returns it and its signing secret, which is only shown now */
  createEndpoint(url: string): Promise<{ endpoint: WebhookEndpoint; secret: string }>;
  /** Sets exactly these events, and enables it. */
  mendEndpoint(id: string): Promise<WebhookEndpoint>;
  disableEndpoint(id: string): Promise<void>;
  /** Tests each permission with a call that changes nothing. */
  rights(): Promise<KeyRight[]>;
  /**
   * Makes a payment page as the shop does, and closes it at once. Only this shows whether the account may sell.
   * @returns why it was refused, or `null`
   * @throws {PaymentProviderUnavailable}
   */
  tryCheckout(): Promise<RefusedCheckout | null>;
}

/** A payment page that the provider does not make. */
export interface RefusedCheckout {
  /** The provider's own words. */
  words: string;
  /** Whether the reason is the consent to the terms that the shop asks for. */
  isAboutTerms: boolean;
}

/** What the operator does when payment pages are refused. */
export const adviceOnCheckout = ({ isAboutTerms }: RefusedCheckout): string =>
  isAboutTerms
    ? 'Put the address of your terms of service into Stripe, Settings > Business > Public details, or set CHECKOUT_TERMS_CONSENT=off. Nobody can buy meanwhile.'
    : "Nobody can buy meanwhile. Do in Stripe's dashboard what its words say: the account has to be activated (Settings > Business), a way to pay in SEK switched on (Settings > Payment methods), with TAX=stripe the head office entered (Settings > Tax), and a restricted key allowed to make payment pages (Developers > API keys).";

type Needs = Pick<PaymentSetUp, 'events' | 'apiVersion'>;

/** The release of a version such as `2026-10-28.name`: within one there are no breaking changes. */
export const releaseOf = (version: string): string => version.split('.').at(1) ?? version;

/** Whether an endpoint is sent events in another release of the API than this program reads. */
export const hasOtherVersion = ({ apiVersion }: WebhookEndpoint, needs: Needs): boolean =>
  apiVersion === null || releaseOf(apiVersion) !== releaseOf(needs.apiVersion);

/** Events that an endpoint should get and does not. */
export function missingEvents({ events }: WebhookEndpoint, needs: Needs): string[] {
  return events.includes('*') ? [] : needs.events.filter((type) => !events.includes(type));
}

const isExact = ({ events }: WebhookEndpoint, needs: Needs): boolean =>
  events.length === needs.events.length && needs.events.every((type) => events.includes(type));

/** What was done with the endpoint. */
export interface WebhookSetUp {
  did: 'made' | 'mended' | 'replaced' | 'nothing';
  endpoint: WebhookEndpoint;
  /** Of a new endpoint; the provider only shows it now. */
  secret: string | null;
  /** Endpoints of the same URL that were disabled. */
  disabled: string[];
  /** Enabled endpoints of a shop under another name, as this one had before it moved to another domain. */
  elsewhere: WebhookEndpoint[];
}

/**
 * Makes sure that there is one endpoint for the shop's webhook, with exactly the right events in the pinned version. A
 * version cannot be changed, so an endpoint with another one is replaced, and disabled.
 * @param url of the shop's webhook
 * @param keep stores the secret of a new endpoint, before anything else can fail
 */
export async function setUpWebhook(
  provider: PaymentSetUp,
  url: string,
  keep: (secret: string) => void,
): Promise<WebhookSetUp> {
  const all = await provider.endpoints();
  const ours = all.filter((endpoint) => endpoint.url === url);
  const isElsewhere = (endpoint: WebhookEndpoint) =>
    endpoint.enabled && endpoint.url !== url && endpoint.url.endsWith(patternOf(receiveStripeEvent));
  const elsewhere = all.filter(isElsewhere);
  const good = ours.find((endpoint) => !hasOtherVersion(endpoint, provider));
  const disabled: string[] = [];
  const made = good ? { endpoint: good, secret: null } : await provider.createEndpoint(url);
  if (made.secret !== null) keep(made.secret);
  for (const { id, enabled } of ours) {
    if (id === good?.id || !enabled) continue;
    await provider.disableEndpoint(id);
    disabled.push(id);
  }
  const more = { disabled, elsewhere };
  if (!good) return { did: ours.length > 0 ? 'replaced' : 'made', ...made, ...more };
  if (good.enabled && isExact(good, provider)) return { did: 'nothing', ...made, ...more };
  return { did: 'mended', endpoint: await provider.mendEndpoint(good.id), secret: null, ...more };
}
