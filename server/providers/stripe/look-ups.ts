// Our own rate limit on calls to Stripe that anybody can cause in numbers: look-ups, and closing payment pages.

import type { CheckoutSession, PaymentProvider } from '#server/buying/payment-provider.ts';
import { Refusal } from '#server/refusal.ts';

/**
 * Most look-ups per second of sessions that are known to be the shop's, and of all others together, for each process. Stripe
 * takes 25 calls a second of one operation, whatever the id in its path, and 100 of all together (docs.stripe.com/rate-limits).
 * The rest is for the reconciler and for papers, which look sessions up as well.
 */
export const lookUpsASecond = { known: 15, unknown: 5 } as const;

/**
 * Most payment pages that are closed per second. A buyer has a handful of older ones; a program that opens hundreds at once
 * must not make each of them close all the others. It is an operation of its own, see above.
 */
export const closingsASecond = 10;

/**
 * For how long an answer is given again while look-ups are scarce, in milliseconds. Who polls a page without end then takes
 * them from nobody, and a buyer's page is at most that much behind, instead of being refused.
 */
export const answerServesMs = 2500;

/** Most ids of a kind that are cached, the newest ones; each takes about 150 bytes. */
const mostRemembered = 10_000;

/**
 * Rate-limited look-ups of checkout sessions, because anybody may ask for any order: an id that cannot be one of this
 * mode is not looked up, an unknown id is not looked up again, and concurrent look-ups of one id are one call. Sessions
 * that the shop opened, according to the caller, or that were found before have a separate budget; while less than four fifths of
 * it is left, an answer of the last {@link answerServesMs} is given again, unless the page was to be closed since. Payment pages
 * are closed within a budget as well, each once at a time.
 * @param live whether the key is a live one
 * @throws {Refusal} from look-ups and closings, `service_unavailable` when the budget of this second is used up
 */
export function limitLookUps(payments: PaymentProvider, live: boolean): PaymentProvider {
  const possible = new RegExp(`^cs_${live ? 'live' : 'test'}_[A-Za-z0-9]{24,100}$`);
  const known = remembered();
  const missed = remembered();
  const asking = new Map<string, ReturnType<PaymentProvider['findCheckoutSession']>>();
  /** The newest answers about sessions. The budgets keep them few. */
  const answers = new Map<string, CheckoutSession>();
  const closing = new Map<string, Promise<boolean>>();
  const budgets = {
    known: budgetOf(lookUpsASecond.known),
    unknown: budgetOf(lookUpsASecond.unknown),
    closing: budgetOf(closingsASecond),
  };

  async function ask(id: string) {
    const session = await payments.findCheckoutSession(id);
    (session ? known : missed).add(id);
    if (session) {
      answers.set(id, session);
      setTimeout(() => {
        if (answers.get(id) === session) answers.delete(id);
      }, answerServesMs).unref();
    }
    return session;
  }

  return {
    ...payments,
    async expireCheckoutSession(id) {
      const underWay = closing.get(id);
      if (underWay) return underWay;
      if (!budgets.closing.take()) {
        throw new Refusal('service_unavailable', 'Many payment pages are closed right now.');
      }
      const answer = payments.expireCheckoutSession(id).finally(() => {
        closing.delete(id);
        // Whoever could not close it asks what has become of it.
        answers.delete(id);
      });
      closing.set(id, answer);
      return answer;
    },
    async findCheckoutSession(id, { isOurs = false } = {}) {
      if (!possible.test(id) || missed.has(id)) return null;
      const underWay = asking.get(id);
      if (underWay) return underWay;
      const budget = budgets[isOurs || known.has(id) ? 'known' : 'unknown'];
      const before = budget.isScarce() && answers.get(id);
      if (before) return before;
      if (!budget.take()) {
        throw new Refusal(
          'service_unavailable',
          'Many orders are looked up right now. Try again in a moment.',
        );
      }
      const answer = ask(id).finally(() => asking.delete(id));
      asking.set(id, answer);
      return answer;
    },
  };
}

/** A budget per second; unused calls do not accumulate. */
function budgetOf(perSecond: number) {
  let left = perSecond;
  let filledAt = performance.now();
  const fill = () => {
    const now = performance.now();
    left = Math.min(perSecond, left + ((now - filledAt) / 1000) * perSecond);
    filledAt = now;
  };
  return {
    /** Whether less than four fifths is left: the rest is for answers that are too old to be given again. */
    isScarce() {
      fill();
      return left < perSecond * 0.8;
    },
    /** Takes one call. @returns whether one was left */
    take() {
      fill();
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}

/** A set of the newest ids. */
function remembered() {
  const ids = new Set<string>();
  return {
    has: (id: string) => ids.has(id),
    add(id: string) {
      const [oldest] = ids;
      if (ids.size >= mostRemembered && oldest !== undefined) ids.delete(oldest);
      ids.add(id);
    },
  };
}
