import { describe, expect, it } from 'vitest';
import * as endpoints from '../endpoints.ts';
import { calls, contractOf, type Endpoint } from './calls.ts';
import type { Contract } from './contract.ts';

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

  it('are limited for an account, too, which may come from many addresses', () => {
    expect(such(({ limitByAccount }) => limitByAccount !== undefined)).toEqual(
      sorted(endpoints.createCheckoutSession, endpoints.beginSession, endpoints.listOwnOrders),
    );
  });

  it('are limited by address although they need an account: a script may have many, or what it tries costs much', () => {
    const needsAccount = ({ who }: Contract) => who === 'account' || who === 'bearer';
    expect(such((call) => needsAccount(call) && call.limitByAddress !== undefined)).toEqual(
      sorted(
        endpoints.claim,
        endpoints.listOwnOrders,
        endpoints.beginSession,
        endpoints.listSessions,
        endpoints.endOneSession,
        endpoints.endOtherSessions,
        endpoints.signOutEverywhere,
      ),
    );
  });

  it('are answered when others are refused under load: payments that have been made, and whether the site is well', () => {
    expect(such(({ load }) => load === 'webhook' || load === 'health')).toEqual(
      sorted(endpoints.receiveStripeEvent, endpoints.readHealth, endpoints.readReadiness),
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
