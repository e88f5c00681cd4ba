import type { Logger } from 'pino';
import { PaymentProviderUnavailable } from '#server/buying/payment-provider.ts';
import { startReconciler } from '#server/buying/reconcile.ts';
import { createReadiness } from '#server/http/readiness.ts';
import type { Services } from '#server/http/services.ts';
import { IdentityProviderUnavailable } from '#server/identity/identity-provider.ts';
import { countsInMemory } from '#server/ledger/bounded-counts.ts';
import { databaseCode } from '#server/ledger/ledger.ts';
import { type Delivery, startDelivery } from '#server/mailing/deliver.ts';
import { createHousekeeping, housekeepingEveryMs } from '#server/operating/housekeeping.ts';
import { noteMailService } from '#server/outbox/mail-service.ts';
import { createStripeBooks } from '#server/providers/stripe/books.ts';
import { limitLookUps } from '#server/providers/stripe/look-ups.ts';
import { createStripeOperator } from '#server/providers/stripe/operator.ts';
import { createStripePayments } from '#server/providers/stripe/payments.ts';
import { createWebhookReader } from '#server/providers/stripe/webhook.ts';
import type { Repeated } from '#server/repeat.ts';
import { noMeters } from '#server/runtime.ts';
import { moodyLedger } from './actors/disk.ts';
import { stripeClient } from './actors/stripe.ts';
import { type Ask, frontDoor } from './front-door.ts';
import { shopConfig } from './shop-config.ts';
import { Owner } from './virtual-time.ts';
import type { World } from './world.ts';

/** A process of the shop, composed like `server/main.ts` and `server/admin/compose.ts`. */
export interface ShopProcess {
  owner: Owner;
  services: Services;
  /** Answers one request. */
  ask: Ask;
  /** The background tasks, which only a site has. */
  work: { delivery: Delivery; reconciler: Repeated; keepHouse(): Promise<void> } | null;
}

/** How often the outbox is polled, in milliseconds: a story of hours needs no poll every second. */
const lookEveryMs = 60_000;

/** How far the clock of a process is ahead, in milliseconds: half of the processes are off by up to the plan's limit, in either direction. */
function skewOf({ dice, plan, story }: World, name: string): number {
  const most = plan.mostSkewMs;
  if (most === 0 || !dice.percent(`the clock of ${name} is off`, 50)) return 0;
  const skewMs = dice.between(`how far the clock of ${name} is off`, -most, most);
  story.tell(`the clock of ${name} is ${Math.abs(skewMs)} ms ${skewMs < 0 ? 'behind' : 'ahead'}`);
  return skewMs;
}

/** The dependencies of a process, over the simulated disk, network and services. At every pause it may be killed. */
export function openProcess(world: World, name: string): ShopProcess {
  const { stripe, pool, leaders, database } = world;
  const owner = new Owner(name);
  owner.skewMs = skewOf(world, name);
  world.processes.add(owner);
  const pause = world.pauseOf(owner);
  const clock = () => new Date(world.time.now + owner.skewMs);
  const client = stripeClient(stripe, world, pause);
  const { config } = shopConfig;
  const given: Omit<Services, 'site' | 'metrics' | 'webVitals'> = {
    config,
    ledger: moodyLedger(world, database, owner, leaders, pause),
    counts: countsInMemory,
    payments: limitLookUps(
      createStripePayments(client, {
        publicUrl: config.publicUrl,
        checkoutConsentText: world.plan.asksConsent ? config.checkoutConsentText : null,
        reckonsTax: config.reckonsTax,
        makesInvoices: config.makesInvoices,
      }),
      false,
    ),
    operatorPayments: createStripeOperator(client, false),
    books: createStripeBooks(client, false),
    identity: pool.reach(pause),
    cipher: shopConfig.cipher,
    clock,
    log: logOf(world, owner),
    webhooks: createWebhookReader(config.stripe.webhookSecrets, clock, false),
    readiness: createReadiness(),
  };
  // There are no pages here, and the other metrics are not read.
  const services = {
    ...given,
    metrics: { ...noMeters, rateLimited: () => undefined },
  } as unknown as Services;
  let ask: Ask | undefined;
  return {
    ...{ owner, services, work: null },
    // A command answers no requests.
    get ask() {
      ask ??= frontDoor(services);
      return ask;
    },
  };
}

/** Starts the background tasks of a site. @throws when the database refuses writes */
export async function startSite(world: World, process: ShopProcess): Promise<void> {
  const { services, owner } = process;
  const { ledger, clock, log, cipher, identity, payments, books, config } = services;
  await ledger.write([], () => noteMailService(true, clock()));
  const needs = { ledger, identity, cipher, clock, log, mail: { summaryTo: null } };
  // Clocks are at most minutes off here.
  const clockWatch = { ask: async () => undefined, isTrusted: () => true };
  const doChores = createHousekeeping({ ...needs, clockWatch }, {});
  const keepHouse = () => doChores(new AbortController().signal);
  const reconciler = startReconciler({ ledger, clock, log, metrics: noMeters, payments, books });
  const delivery = startDelivery({
    ...{ ledger, cipher, clock, log, metrics: noMeters, isAlone: true, after: reconciler.caughtUp },
    ...{ perSecond: config.mail?.perSecond ?? 10, everyMs: lookEveryMs },
    isClockTrusted: () => true,
    transport: world.post.reach(owner, world.pauseOf(owner)),
    desk: { publicUrl: config.publicUrl, facts: config.facts },
  });
  process.work = { delivery, reconciler, keepHouse };
  void keepHouse();
  setInterval(() => void keepHouse(), housekeepingEveryMs);
}

/** Whether an injected fault explains an error: then it is no bug of the shop. */
export function isExplained(error: unknown): boolean {
  return (
    error instanceof PaymentProviderUnavailable ||
    error instanceof IdentityProviderUnavailable ||
    databaseCode(error) !== null
  );
}

/** The log, which is checked: an error that no injected fault explains is a bug of the shop. */
function logOf({ story }: World, { name }: Owner): Logger {
  const listen = (fields: { err?: unknown }, message: string) => {
    const { err } = fields;
    if (err === undefined || isExplained(err)) return;
    story.breaks(
      'no error without a cause',
      `${name}: ${message}: ${err instanceof Error ? err.stack : String(err)}`,
    );
  };
  const log = { info: () => undefined, warn: listen, error: listen, child: () => log };
  return log as unknown as Logger;
}
