// Letters about the release day of a pre-order: when it has come, and when it is put off.

import { extentOf, inRanges } from '#server/ledger/in-parts.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { integer, text } from '#server/ledger/rows.ts';
import { command, query } from '#server/ledger/script.ts';
import { dayMs, earlier } from '#server/moments.ts';
import { writeLetter } from '#server/outbox/outbox.ts';
import { catalogue } from '#shared/catalogue.ts';
import { lastDayOf, opensOn, releaseCalendar } from '#shared/release-days.ts';
import { shopDay } from '#shared/shop-day.ts';
import { startOfShopDay } from '#shared/shop-days.ts';

/**
 * For how many days after a release letters are still written, in case no site ran on it: the confirmation promises them. A shop
 * that is new writes none of those from before, because it owes no letter of that time (`writeLetter`).
 */
const lookBackDays = 30;
/** Orders that are looked through at once, so that buyers who pay meanwhile are served in between. */
const atOnce = 200;

const sold = query(
  `SELECT {columns} FROM purchases
   WHERE id > ? AND id <= ? AND paid_at < ? AND EXISTS (
       SELECT 1 FROM purchase_lines WHERE purchase_id = purchases.id AND product_id IN (?*))
     AND (? = TRUE OR NOT EXISTS (SELECT 1 FROM gifts WHERE gifts.purchase_id = purchases.id))
     AND NOT EXISTS (SELECT 1 FROM letters WHERE kind = ? AND subject = checkout_session_id || ' ' || ?)
   ORDER BY id`,
  { id: integer, checkoutSessionId: text },
);
const extentOfOrders = extentOf('purchases');

/** A letter to the buyers of some products. */
interface BuyersLetter {
  kind: 'pre-order-out' | 'pre-order-put-off';
  /** What its subject says besides the order. */
  about: string;
  productIds: readonly string[];
  /** The cause; whoever has paid since is no recipient. */
  happenedAt: Date;
  /** Whether it also goes to those who gave the product away. */
  toGivers: boolean;
}

/** Writes a letter to each order of the products that has none yet. It reads all orders: no index finds those of a product. */
async function writeToBuyers(
  ledger: Ledger,
  { kind, about, productIds, happenedAt, toGivers }: BuyersLetter,
  at: Date,
): Promise<void> {
  for await (const { after, upTo } of inRanges(await ledger.read(() => extentOfOrders.one()), atOnce)) {
    const orders = await ledger.read(() =>
      sold.all(after, upTo, happenedAt, productIds, toGivers, kind, about),
    );
    if (orders.length === 0) continue;
    await ledger.write([], function* () {
      for (const { id, checkoutSessionId } of orders) {
        const subject = `${checkoutSessionId} ${about}`;
        yield* writeLetter({ kind, subject, purchaseId: id, happenedAt, bulk: true }, at);
      }
    });
  }
}

/**
 * Writes to the buyers of pre-orders (not gifts) that were released in the last days, one letter per order and day.
 * Called from time to time; idempotent.
 */
export async function writeReleaseLetters(ledger: Ledger, at: Date): Promise<void> {
  for (const [day, productIds] of recentReleases(at)) {
    const letter = { kind: 'pre-order-out', about: day, productIds, toGivers: false } as const;
    await writeToBuyers(ledger, { ...letter, happenedAt: startOfShopDay(day) }, at);
  }
}

const announced = query('SELECT {columns} FROM announced_releases', { adventureId: text, day: text });
const announce = command(
  `INSERT INTO announced_releases (adventure_id, day) VALUES (?, ?)
   ON CONFLICT (adventure_id) DO UPDATE SET day = excluded.day`,
);

/**
 * Writes to the buyers of pre-orders, givers of gifts among them, whose day was put off since this was called last: the terms
 * of sale promise it, and they may have their money back. The first time, and for an adventure that is new, it only notes
 * the days. Called from time to time; idempotent.
 */
export async function writePostponementLetters(ledger: Ledger, at: Date): Promise<void> {
  const told = Object.fromEntries(
    (await ledger.read(() => announced.all())).map(({ adventureId, day }) => [adventureId, day]),
  );
  const news = Object.entries(releaseCalendar).filter(([id, day]) => told[id] !== day);
  if (news.length === 0) return;
  for (const [about, productIds] of postponements({ ...releaseCalendar, ...told }, shopDay(at)))
    await writeToBuyers(
      ledger,
      { kind: 'pre-order-put-off', about, productIds, happenedAt: at, toGivers: true },
      at,
    );
  // Only now: a process that ends before this line writes the letters that are missing at its next start.
  await ledger.write([], function* () {
    for (const [id, day] of news) yield* announce.run(id, day);
  });
}

/** The products that come out later than was told, even if the day they were told is over; by both days. */
function postponements(told: Readonly<Record<string, string | undefined>>, today: string) {
  const late = catalogue
    .map((product) => ({
      id: product.id,
      before: lastDayOf(product, told),
      now: lastDayOf(product, releaseCalendar),
    }))
    .filter(({ before, now }) => now > today && now > before);
  return idsBy(late, ({ before, now }) => `${before} ${now}`);
}

/**
 * The day that the letter of a release is about, from its subject, so that it is known even when the letter is sent again
 * long after the outbox has deleted its details; of one that was put off the new day.
 */
export const releaseDayOf = ({ subject }: { subject: string }): string => subject.split(' ').at(-1) ?? '';

/** The day before, of a release that was put off. */
export const formerDayOf = ({ subject }: { subject: string }): string => subject.split(' ').at(-2) ?? '';

/** The products released in the last days, by day. */
function recentReleases(at: Date) {
  const today = shopDay(at);
  const earliest = shopDay(earlier(at, lookBackDays * dayMs));
  const released = catalogue
    .map((product) => ({ id: product.id, day: opensOn(product, '') ?? '' }))
    .filter(({ day }) => day <= today && day >= earliest);
  return idsBy(released, ({ day }) => day);
}

const idsBy = <T extends { id: string }>(products: readonly T[], key: (product: T) => string) =>
  [...Map.groupBy(products, key)].map(([about, group]) => [about, group.map(({ id }) => id)] as const);
