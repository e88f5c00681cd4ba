import { Router } from 'express';
import Stripe from 'stripe';
import type { DocumentStore } from '../documents.ts';
import type { Inbox } from '../inbox.ts';
import { chargeUpdateEndpoints } from './api/charge-updates.ts';
import { checkoutSessionEndpoints } from './api/checkout-sessions.ts';
import { eventEndpoints } from './api/events.ts';
import { paymentEndpoints } from './api/payments.ts';
import { refundEndpoints } from './api/refunds.ts';
import { webhookEndpointEndpoints } from './api/webhook-endpoints.ts';
import { createCheckout } from './checkout.ts';
import { controlsRouter } from './controls.ts';
import { createDeliveries, type Webhook } from './deliveries.ts';
import { createDisputes } from './disputes.ts';
import { createEvents } from './events.ts';
import { eventsRouter } from './events-page.ts';
import { payRouter } from './pay-routes.ts';
import { createPayments } from './payments.ts';
import { sendReceipt } from './receipt.ts';
import { openRecords } from './records.ts';
import { createRefunds } from './refunds.ts';
import { createSchedule } from './schedule.ts';
import { createWebhookEndpoints } from './webhook-endpoints.ts';
import { createApi } from './wire/api.ts';
import { createFaults } from './wire/faults.ts';
import { createIdempotencyKeys } from './wire/idempotency.ts';
import { createPermissions } from './wire/permissions.ts';

interface PaymentsOptions {
  documents: DocumentStore;
  inbox: Inbox;
  webhook: Webhook;
  now: () => Date;
  /** Where browsers reach the payment pages, without a slash at the end. */
  publicUrl: () => string;
  /** Waits between deliveries of an event, in milliseconds; an empty list means one attempt only. */
  retryDelaysMs?: readonly number[] | undefined;
  /** Milliseconds until a delayed payment settles by itself; 10 000 when left out. */
  settleDelayMs?: number | undefined;
  /** The shop's terms, as they would stand in Stripe's dashboard; none when left out. */
  termsUrl?: string | null | undefined;
}

export interface PaymentsStandIn {
  /** `/v1/…`, `/pay/…` and `/sandbox/stripe/…`. */
  router: Router;
  /** Sends events to another endpoint from now on, or to none. */
  setWebhookUrl(url: string | null): void;
  /** Resolves once every event so far is delivered, lost or given up. */
  deliveriesSettled(): Promise<void>;
  close(): Promise<void>;
}

/** The payment service: its API, its payment pages, its webhooks, and controls for what happens without the shop. */
export function createPaymentsStandIn(options: PaymentsOptions): PaymentsStandIn {
  const { documents, inbox, now } = options;
  let settleDelay = options.settleDelayMs ?? 10_000;
  let terms = options.termsUrl ?? null;
  const termsUrl = (): string | null => terms;
  let version: string = Stripe.API_VERSION;
  const accountVersion = (): string => version;

  const records = openRecords(documents);
  const schedule = createSchedule(now);
  const webhookEndpoints = createWebhookEndpoints(documents, now, options.webhook.secret);
  webhookEndpoints.configure(options.webhook.url);
  const deliveries = createDeliveries(
    documents,
    records,
    schedule,
    now,
    webhookEndpoints,
    accountVersion,
    options.retryDelaysMs,
  );
  const events = createEvents(records, now, deliveries.enqueue);
  const payments = createPayments(records, events, now);
  const refunds = createRefunds(records, events, now);
  const disputes = createDisputes(records, events, refunds, now);
  const checkout = createCheckout({
    records,
    events,
    payments,
    schedule,
    now,
    publicUrl: options.publicUrl,
    termsUrl,
    settleDelayMs: () => settleDelay,
    sendReceipt: (record, intent) => sendReceipt(inbox, record, intent),
  });
  const faults = createFaults();
  const permissions = createPermissions();
  const endpoints = {
    ...checkoutSessionEndpoints(checkout, records),
    ...eventEndpoints(records, deliveries, now, accountVersion),
    ...paymentEndpoints(records, disputes),
    ...chargeUpdateEndpoints(records, (record, intent) => sendReceipt(inbox, record, intent)),
    ...refundEndpoints(refunds, records),
    ...webhookEndpointEndpoints(webhookEndpoints),
  };
  const setSettleDelay = (milliseconds: number): void => {
    settleDelay = milliseconds;
  };

  const setTermsUrl = (url: string | null): void => {
    terms = url;
  };
  const setAccountVersion = (given: string | null): void => {
    version = given ?? Stripe.API_VERSION;
  };

  const router = Router();
  router.use(['/v1', '/pay', '/sandbox/stripe'], (_request, _response, next) => {
    schedule.runDue();
    next();
  });
  router.use('/v1', createApi(endpoints, createIdempotencyKeys(documents, now), faults, permissions));
  router.use(payRouter(checkout, records, termsUrl));
  router.use(eventsRouter(records, deliveries));
  router.use(
    controlsRouter({
      ...{ records, checkout, refunds, disputes, deliveries },
      ...{ faults, permissions, setSettleDelay, setTermsUrl, setAccountVersion },
    }),
  );

  return {
    router,
    setWebhookUrl(url) {
      webhookEndpoints.configure(url);
      deliveries.endpointsChanged();
    },
    deliveriesSettled: deliveries.settled,
    async close() {
      schedule.close();
      await deliveries.close();
    },
  };
}
