import Stripe from 'stripe';
import type { DocumentStore } from '../documents.ts';
import { newId } from './objects/ids.ts';
import { noSuch } from './wire/errors.ts';

/** A stored endpoint: the API returns all of it except the secret, which is only returned on creation. */
interface EndpointRecord {
  endpoint: Stripe.WebhookEndpoint;
  secret: string;
}

/** Where an event goes. */
export interface Target {
  url: string;
  /** Signs what is sent (`whsec_…`). */
  secret: string;
  /** The version of the API in which it gets events; `null` for the account's. */
  version: string | null;
}

interface EndpointChanges {
  url?: string | undefined;
  enabled_events?: string[] | undefined;
  disabled?: boolean | undefined;
  description?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

export interface WebhookEndpoints {
  /** The enabled endpoint for events of this type: the oldest of several; `null` without one. */
  targetOf(eventType: string): Target | null;
  /** The endpoint that the sandbox is started with, as if made by hand; `null` removes it. */
  configure(url: string | null): void;
  create(
    given: Required<Pick<EndpointChanges, 'url' | 'enabled_events'>> &
      EndpointChanges & { api_version?: string | undefined },
  ): Stripe.WebhookEndpoint;
  /** @throws StripeApiError when there is none of this id */
  find(id: string): Stripe.WebhookEndpoint;
  /** @throws StripeApiError when there is none of this id */
  update(id: string, changes: EndpointChanges): Stripe.WebhookEndpoint;
  /** @throws StripeApiError when there is none of this id */
  remove(id: string): void;
  /** Oldest first. */
  list(): Stripe.WebhookEndpoint[];
}

const configuredId = 'we_sandbox';

/**
 * The webhook endpoints of the account (docs.stripe.com/api/webhook_endpoints).
 * @param secret signs what goes to the endpoint that the sandbox is started with
 */
export function createWebhookEndpoints(
  store: DocumentStore,
  now: () => Date,
  secret: string,
): WebhookEndpoints {
  const records = store.collection<EndpointRecord>('stripe.webhook_endpoints');
  const blank = (id: string): Stripe.WebhookEndpoint => ({
    ...{
      id,
      object: 'webhook_endpoint',
      application: null,
      description: null,
      livemode: false,
      metadata: {},
    },
    ...{ api_version: Stripe.API_VERSION, created: Math.floor(now().getTime() / 1000) },
    ...{ enabled_events: ['*'], status: 'enabled', url: '' },
  });
  const known = (id: string): EndpointRecord => {
    const record = records.get(id);
    if (!record) throw noSuch('webhook endpoint', id, 'webhook_endpoint');
    return record;
  };
  const changed = (before: Stripe.WebhookEndpoint, changes: EndpointChanges): Stripe.WebhookEndpoint => ({
    ...before,
    ...(changes.url !== undefined && { url: changes.url }),
    ...(changes.enabled_events !== undefined && { enabled_events: changes.enabled_events }),
    ...(changes.disabled !== undefined && { status: changes.disabled ? 'disabled' : 'enabled' }),
    ...(changes.description !== undefined && { description: changes.description }),
    ...(changes.metadata !== undefined && { metadata: changes.metadata }),
  });
  return {
    targetOf(eventType) {
      const record = records
        .values()
        .find(
          ({ endpoint: { status, enabled_events: types } }) =>
            status === 'enabled' && (types.includes('*') || types.includes(eventType)),
        );
      if (!record) return null;
      return { url: record.endpoint.url, secret: record.secret, version: record.endpoint.api_version };
    },
    configure(url) {
      if (url === null) records.remove(configuredId);
      else records.put(configuredId, { endpoint: { ...blank(configuredId), url }, secret });
    },
    create({ api_version: version, ...given }) {
      const made: EndpointRecord = {
        endpoint: { ...changed(blank(newId('we_')), given), api_version: version ?? null },
        secret: newId('whsec_', 32),
      };
      records.put(made.endpoint.id, made);
      return { ...made.endpoint, secret: made.secret };
    },
    find: (id) => known(id).endpoint,
    update(id, changes) {
      const record = known(id);
      const endpoint = changed(record.endpoint, changes);
      records.put(id, { ...record, endpoint });
      return endpoint;
    },
    remove(id) {
      known(id);
      records.remove(id);
    },
    list: () => records.values().map(({ endpoint }) => endpoint),
  };
}
