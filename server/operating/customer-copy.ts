// Export of a person's data (GDPR article 15).

import { type KnownDevice, knownDevicesOf } from '#server/accounts/known-devices.ts';
import { currentSessionsOf } from '#server/accounts/sessions.ts';
import { type OrderMove, orderMoves } from '#server/buying/move-purchase.ts';
import { type CheckoutOfAccount, checkoutsOf } from '#server/buying/opened-checkouts.ts';
import type { OrderStanding } from '#server/buying/order-facts.ts';
import { findOrder } from '#server/buying/purchases.ts';
import type { RecordedOrder } from '#server/buying/records.ts';
import type { Script } from '#server/ledger/script.ts';
import { lettersOfOrder, type OrderLetter } from '#server/outbox/outbox-report.ts';
import { accountsOf } from './customer-identities.ts';
import { customerKey, keyText } from './customer-key.ts';
import { type CustomerRecord, onePerson } from './customers.ts';
import { lookUp, type OperatorNeeds, subjectOf } from './operator-action.ts';
import { erasedOrdersOf, notRecorded, type OrderSummary } from './order-summaries.ts';

/** An order with everything that happened to it. */
interface OrderCopy extends Omit<RecordedOrder, 'grants'> {
  standing: OrderStanding;
  /** Its earlier addresses. */
  moves: OrderMove[];
  letters: OrderLetter[];
}

/** All stored data of a person, except what gives access: tokens, and the hashes of cookies and links. */
interface CustomerCopy extends Omit<CustomerRecord, 'orders' | 'sessions' | 'mentions'> {
  exportedAt: Date;
  orders: OrderCopy[];
  /** Browsers that are signed in. */
  sessions: { device: string; beganAt: Date; lastUsedAt: Date }[];
  devices: KnownDevice[];
  /** Payment pages that were opened, whether they were paid or not. */
  checkouts: CheckoutOfAccount[];
}

/** The copy, and what the operator is told of it. */
interface Exported {
  copy: CustomerCopy;
  /** Orders of the address that are not in the copy, because their buyer was erased and somebody has the address since. */
  leftOut: number;
}

/**
 * Makes the export, for one account only.
 * @throws {Refusal} when the address was used by several accounts, or nothing is known of it
 */
export async function exportCustomer(needs: OperatorNeeds, typed: string): Promise<Exported> {
  const key = customerKey(typed);
  const now = needs.clock();
  return lookUp(needs, 'customers.export', { subject: subjectOf(keyText(key)) }, function* () {
    // An order that is somebody else's may be one that they know nothing of.
    const { mentions: _, ...record } = yield* onePerson(key, now);
    const accountIds = accountsOf(record.identities);
    const erased = yield* erasedOrdersOf(record.address);
    const theirs = record.orders.filter(({ checkoutSessionId }) => !erased.has(checkoutSessionId));
    // Nobody but whoever was erased is known by the address: then what is kept of them is theirs to see.
    const copied = theirs.length > 0 || accountIds.length > 0 ? theirs : record.orders;
    const orders: OrderCopy[] = [];
    for (const summary of copied) orders.push(yield* copyOfOrder(summary));
    // Gifts that they received belong to somebody else's order, which they may know nothing about.
    const own = new Set(copied.map(({ checkoutSessionId }) => checkoutSessionId));
    const grants = record.grants.map((grant) =>
      grant.source === 'purchase' && !own.has(grant.origin ?? '') ? { ...grant, origin: 'a gift' } : grant,
    );
    const copy: CustomerCopy = {
      ...{ ...record, exportedAt: now, orders, grants },
      ...{ sessions: [], devices: [], checkouts: [] },
    };
    for (const accountId of accountIds) {
      for (const { device, createdAt: beganAt, lastUsedAt } of yield* currentSessionsOf(accountId, now))
        copy.sessions.push({ device, beganAt, lastUsedAt });
      copy.devices.push(...(yield* knownDevicesOf(accountId)));
      copy.checkouts.push(...(yield* checkoutsOf(accountId)));
    }
    return { copy, leftOut: record.orders.length - copied.length };
  });
}

function* copyOfOrder({ checkoutSessionId: id, standing }: OrderSummary): Script<OrderCopy> {
  const found = yield* findOrder(id);
  if (!found) throw notRecorded(id);
  // The person's own unlocks have a list of their own; those of a gift name the account of its recipient.
  const { grants: _, ...order } = found;
  return { standing, ...order, moves: yield* orderMoves(id), letters: yield* lettersOfOrder(id) };
}
