import { describe, expect, it } from 'vitest';
import * as endpoints from '../endpoints.ts';
import { calls, contractOf, type Endpoint } from './calls.ts';
import type { AccountPolicy, Contract, LoadClass } from './contract.ts';

const such = (isSuch: (contract: Contract, method: string) => boolean) =>
  (Object.keys(calls) as Endpoint[])
    .filter((endpoint) => isSuch(contractOf(endpoint), endpoints.methodOf(endpoint)))
    .toSorted();
const sorted = (...list: Endpoint[]) => list.toSorted();
const needsNobody = ({ who }: Contract) => who === 'anybody' || who === 'guest-or-account';

describe('Only these calls, which were thought over,', () => {
  it('do something for anybody without a limit: their senders sign what they send, or it is thrown away', () => {
    expect(such((call, method) => needsNobody(call) && method !== 'GET' && !call.limitByAddress)).toEqual(
      sorted(endpoints.receiveStripeEvent, endpoints.reportCspViolations),
    );
  });

  it('do something for anybody from the pages of another site: they need no cookie, or ask for the own site with it', () => {
    const isOpen = (call: Contract, method: string) =>
      needsNobody(call) && method !== 'GET' && !call.ownsSession && !call.ownPagesOnly;
    expect(such(isOpen)).toEqual(
      sorted(
        endpoints.receiveStripeEvent,
        endpoints.reportCspViolations,
        endpoints.previewClaim,
        endpoints.createCheckoutSession,
        endpoints.withdraw,
      ),
    );
  });

  it('tell a guest from other sites what only the buyer may know: none, they are read from the own pages alone', () => {
    expect(such(({ ownPagesOnly }, method) => method === 'GET' && ownPagesOnly === true)).toEqual(
      sorted(endpoints.readInvoice),
    );
  });

  it('need the token itself, because the cookie is not enough for what cannot be undone', () => {
    expect(such(({ who }) => who === 'bearer')).toEqual(
      sorted(endpoints.beginSession, endpoints.signOutEverywhere, endpoints.deleteAccount),
    );
  });

  it('may be kept by caches of others: they say the same to everybody', () => {
    expect(such(({ cacheControl }) => cacheControl?.includes('public') === true)).toEqual(
      sorted(
        endpoints.listProducts,
        endpoints.readSecurityTxt,
        endpoints.readAppleAppSiteAssociation,
        endpoints.readAssetLinks,
      ),
    );
  });
});

type Limits = [
  byAddress: Contract['limitByAddress'] | null,
  byAccount: AccountPolicy | null,
  load: LoadClass | null,
];

/**
 * Every limit a second time, because other tests take them from the contracts and would not miss one. By account, where one
 * may come from many addresses; by address although it needs an account, where a script may have many, or what it tries costs
 * much. Payments that have been made, and whether the site is well, are heard when others are refused under load. A call that
 * is not here has none. `readUnlockedContent` must not get any: the fast path answers it without (server/http/fast-path.ts).
 */
const limited: Partial<Record<Endpoint, Limits>> = {
  [endpoints.readOrder]: ['orders', null, 'provider'],
  [endpoints.receiveStripeEvent]: [null, null, 'webhook'],
  [endpoints.readHealth]: [null, null, 'health'],
  [endpoints.readReadiness]: [null, null, 'health'],
  [endpoints.createCheckoutSession]: [['checkout', 'checkout-burst'], 'checkout-account', 'provider'],
  [endpoints.claim]: ['claims', null, null],
  [endpoints.previewClaim]: ['claims', null, null],
  [endpoints.readSession]: ['session', null, null],
  [endpoints.beginSession]: ['session', 'session-account', null],
  [endpoints.endSession]: ['session', null, null],
  [endpoints.listSessions]: ['session', null, null],
  [endpoints.endOneSession]: ['session', null, null],
  [endpoints.endOtherSessions]: ['session', null, null],
  [endpoints.signOutEverywhere]: ['session', null, null],
  [endpoints.correctAddress]: ['corrections', null, 'provider'],
  [endpoints.offerClaimLink]: ['claims', null, 'provider'],
  [endpoints.wrapGift]: ['corrections', null, 'provider'],
  [endpoints.readInvoice]: ['orders', null, 'provider'],
  [endpoints.listOwnOrders]: ['orders', 'orders-account', null],
  [endpoints.withdraw]: ['withdrawals', null, 'provider'],
  [endpoints.mailOrderLinks]: ['order-links', null, null],
  [endpoints.reportWebVitals]: ['web-vitals', null, 'telemetry'],
  [endpoints.operatorRefund]: [null, null, 'provider'],
  [endpoints.operatorRefundNames]: [null, null, 'provider'],
  [endpoints.operatorReceipt]: [null, null, 'provider'],
  [endpoints.operatorResync]: [null, null, 'provider'],
};

it('Each call has the rate limits by address and by account, and the load class, that are meant for it', () => {
  const found = (Object.keys(calls) as Endpoint[]).map((endpoint): [Endpoint, Limits] => {
    const { limitByAddress = null, limitByAccount = null, load = null } = contractOf(endpoint);
    return [endpoint, [limitByAddress, limitByAccount, load]];
  });
  expect(Object.fromEntries(found.filter(([, limits]) => limits.some(Boolean)))).toEqual(limited);
});
