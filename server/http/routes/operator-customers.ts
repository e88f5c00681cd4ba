// Handlers of the calls of the operator's page about people and what they own.

import { exportCustomer } from '#server/operating/customer-copy.ts';
import { giveGrant, revokeGrant } from '#server/operating/customer-grants.ts';
import { signOutCustomer } from '#server/operating/customer-sign-out.ts';
import { eraseCustomer, showCustomer } from '#server/operating/customers.ts';
import { givenGrant } from '#server/operating/given-grant.ts';
import { whyNotInEffect } from '#server/owning/in-effect.ts';
import * as endpoints from '#shared/endpoints.ts';
import { shopDay } from '#shared/shop-day.ts';
import type { Handlers } from '../mount-calls.ts';
import { type NeedsOf, numberIn } from './operator-needs.ts';

export function operatorCustomerCalls(by: NeedsOf) {
  return {
    async [endpoints.operatorCustomer]({ account, body: { customer } }) {
      const { grants, ...record } = await showCustomer(by(account), customer);
      const shown = grants.map((grant) => ({
        ...grant,
        withheld: whyNotInEffect(grant),
        revoked: grant.revokedAt !== null,
      }));
      return { ...record, grants: shown };
    },
    async [endpoints.operatorCustomerCopy]({ account, body: { customer, addressOnly } }) {
      const { copy, leftOut } = await exportCustomer(by(account), customer, { addressOnly });
      // The file name does not contain the customer's address: others may see the list of downloads.
      return {
        fileName: `customer-${shopDay(copy.exportedAt)}.json`,
        text: `${JSON.stringify(copy, null, 2)}\n`,
        leftOut,
      };
    },
    [endpoints.operatorErasure]: ({ account, body: { customer, reason, addressOnly } }) =>
      eraseCustomer(by(account), customer, reason, { addressOnly }),
    [endpoints.operatorSignOut]: ({ account, body: { customer, reason } }) =>
      signOutCustomer(by(account), customer, reason),
    async [endpoints.operatorGrant]({ account, body: { customer, adventureId, reason } }) {
      const needs = by(account);
      return givenGrant(needs, await giveGrant(needs, customer, adventureId, reason));
    },
    async [endpoints.operatorGrantRevocation]({ parameters, account, body: { reason } }) {
      await revokeGrant(by(account), numberIn(parameters.id), reason);
    },
  } satisfies Partial<Handlers>;
}
