// The commands `customers …` and `grants …`: people and what they own.

import { exportCustomer } from '#server/operating/customer-copy.ts';
import {
  type GrantRecord,
  giveGrant,
  listGrants,
  revokeGrant,
  showGrant,
} from '#server/operating/customer-grants.ts';
import { signOutCustomer } from '#server/operating/customer-sign-out.ts';
import {
  type CustomerRecord,
  eraseCustomer,
  nothingKnown,
  previewErasure,
  showCustomer,
} from '#server/operating/customers.ts';
import { givenGrant } from '#server/operating/given-grant.ts';
import { whyNotInEffect } from '#server/owning/in-effect.ts';
import { givenText } from '#shared/given-words.ts';
import { adventureIds } from '#shared/unlocks.ts';
import { command, destructive, flag, group, intoFile, reason } from '../command.ts';
import { facts, moment, tableOf } from '../display.ts';
import { writeNewFile } from '../files.ts';
import { orderTable } from '../order-text.ts';
import { type Tools, wholeNumber } from '../tools.ts';

const grantTable = tableOf<GrantRecord>({
  grant: 'id',
  unlocks: 'adventureId',
  source: 'source',
  from: 'origin',
  account: ({ accountId }) => accountId ?? '(waits for its address)',
  since: 'grantedAt',
  counts: (grant) => whyNotInEffect(grant) ?? 'yes',
});

const addressOnly = flag('of an e-mail address, only what is on no account');

/** `customers …`: people. */
export const customerCommands = group(
  'customers',
  'what is known of a person: show, export, sign-out, erase',
  command(
    'show <customer>',
    'show everything known of an e-mail address, an account id or the user name of a session',
    {
      async run({ needs }, { customer }) {
        const record = await showCustomer(await needs(), customer);
        if (record.identities.length === 0) throw nothingKnown(record.key);
        return record;
      },
      text: describe,
    },
  ),
  command('export <customer>', 'write the copy of their data that a person may ask for, as JSON', {
    options: { out: intoFile, addressOnly },
    async run({ needs }, { customer, out, addressOnly: only }) {
      const exported = await exportCustomer(await needs(), customer, { addressOnly: only });
      if (out !== undefined) await writeNewFile(out, asJson(exported.copy));
      return { ...exported, file: out };
    },
    json: ({ copy, file }) => (file === undefined ? copy : { file }),
    text: ({ copy, file }) => (file === undefined ? asJson(copy) : ''),
    notes: ({ copy, leftOut, file }) => [
      ...(file === undefined ? [] : [`The copy is in ${file}.`]),
      ...aboutAddress(copy, 'export'),
      ...(leftOut === 0
        ? []
        : [
            `${leftOut} orders are left out of it: their buyer, or whoever had what they unlock, was erased, and whoever has the address since may be another. "orders find" lists them.`,
          ]),
    ],
  }),
  command('sign-out <customer>', 'end every browser session of a person, at once', {
    options: { reason },
    run: async ({ needs }, { customer, reason: why }) => signOutCustomer(await needs(), customer, why),
    text: ({ sessions }) => `${sessions} sessions ended.\n`,
    notes: ({ accountIds, notRevoked }) => [
      ...(notRevoked > 0
        ? [
            `The identity service did not answer for ${notRevoked} of them: their refresh tokens are still good there.`,
          ]
        : []),
      ...accountIds.map(
        (id) =>
          `The app stays signed in. To sign it out too: aws cognito-idp admin-user-global-sign-out --user-pool-id POOL_ID --username ${id}`,
      ),
    ],
  }),
  command(
    'erase <customer>',
    'erase sessions, unlocks, gifts to them and links to the account; payment records stay',
    {
      options: { ...destructive, reason, addressOnly },
      async run({ needs, agree }, { customer, reason: why, addressOnly: only }) {
        await agree(async () => {
          const record = await previewErasure(await needs(), customer, { addressOnly: only });
          const { key, address, orders, grants, mentions } = record;
          const whole = address === null || address === key ? key : `${key} and its address ${address}`;
          return [
            `${whole}: ${grants.length} unlocks, ${orders.length} orders, ${mentions.filter(({ what }) => what === 'gift').length} gifts to them.`,
            ...aboutAddress(record, 'erase'),
            only
              ? 'What waits for the address is lost for good; what is on an account stays there. Payment records stay.'
              : 'Everything that is unlocked is lost for good. Payment records stay.',
          ].join('\n');
        });
        return eraseCustomer(await needs(), customer, why, { addressOnly: only });
      },
      text: ({ grants, sessions, redemptions, keptOrders }) =>
        `${grants} unlocks and ${sessions} sessions erased, ${redemptions} codes no longer tied to the account, ${keptOrders} payment records kept.\n`,
      notes: (erased) => [
        ...aboutAddress(erased, 'erase'),
        ...erased.otherAddresses.map(
          (email) =>
            `${email} was seen with this account too, and what hangs on it alone is left. If it is theirs, "customers erase ${email}" takes it.`,
        ),
        ...erased.accountIds.map((id) => `The user ${id} is still in the user pool: delete it there.`),
      ],
    },
  ),
);

/** `grants …`: what people own. */
export const grantCommands = group(
  'grants',
  'what somebody owns and why: list, give, revoke',
  command('list <customer>', 'list what an e-mail address or account id owns or owned, and why', {
    run: async ({ needs }, { customer }) => listGrants(await needs(), customer),
    text: grantTable,
    notes: (found, { customer }) =>
      found.length > 0
        ? []
        : [`"customers show" says whether anything is known of ${customer} under this name.`],
  }),
  command('give <customer> <adventure>', `give an adventure without a sale: ${adventureIds.join(', ')}`, {
    options: { reason },
    run: async ({ needs }, { customer, adventure, reason: why }) =>
      givenGrant(await needs(), await giveGrant(await needs(), customer, adventure, why)),
    text: (given) => `Grant ${given.grant}: ${givenText(given)}\n`,
  }),
  command('revoke <grant>', 'take a grant away for good, by its number', {
    options: { ...destructive, reason },
    async run({ needs, agree }, { grant, reason: why }) {
      const revoked = wholeNumber(grant);
      await agree(async () => {
        const { adventureId, email, accountId, source, grantedAt } = await showGrant(await needs(), revoked);
        const owner = email ?? (accountId ? `account ${accountId}` : 'somebody who was erased');
        return `Grant ${revoked}: ${adventureId} for ${owner}, by ${source} since ${moment(grantedAt)}.\nIt is taken away for good. A gift of which all is taken is its giver's again.`;
      });
      return { revoked, stillOpening: await revokeGrant(await needs(), revoked, why) };
    },
    text: ({ revoked }) => `Grant ${revoked} is revoked.\n`,
    notes: ({ stillOpening }) =>
      stillOpening.length > 0
        ? [
            `The gift stays opened by grant ${stillOpening.join(' and ')}: revoke that too, and it is its giver's again.`,
          ]
        : [],
  }),
);

/** What the operator has to know where an account was named, and no address goes with it. */
const aboutAddress = ({ address }: Pick<CustomerRecord, 'address'>, verb: 'export' | 'erase'): string[] =>
  address === null
    ? [
        `No address is known to be this account's alone: what hangs on an address is left out. If they have one, "customers ${verb} ADDRESS" takes it.`,
      ]
    : [];

const asJson = (copy: object): string => `${JSON.stringify(copy, null, 2)}\n`;

const identityTable = tableOf<CustomerRecord['identities'][number]>({
  account: 'accountId',
  'user name': 'username',
  address: 'email',
});
const mentionTable = tableOf<CustomerRecord['mentions'][number]>({
  as: 'what',
  order: 'checkoutSessionId',
});
const redemptionTable = tableOf<CustomerRecord['redemptions'][number]>({
  redeemed: 'redeemedAt',
  code: 'code',
  campaign: 'campaign',
});
const actionTable = tableOf<CustomerRecord['actions'][number]>({
  when: 'at',
  who: 'actor',
  what: 'action',
  grant: 'grant',
  why: 'reason',
});
const historyTable = tableOf<GrantRecord['history'][number] & { id: number }>({
  when: 'at',
  grant: 'id',
  what: 'what',
  why: 'reason',
  who: 'actor',
});

function describe(record: CustomerRecord, given: unknown, tools: Tools): string {
  const history = record.grants.flatMap(({ id, history: events }) =>
    events.map((event) => ({ id, ...event })),
  );
  return [
    facts([
      ['customer', record.key],
      ['address', record.address ?? '(none is known to be this account’s alone)'],
      ['browsers signed in', String(record.sessions)],
      ['deletion', record.deletionPending ? 'begun, waits for the identity service' : null],
    ]),
    `Accounts and addresses\n${identityTable(record.identities, given, tools)}`,
    `Orders\n${orderTable(record.orders, given, tools)}`,
    `Unlocks\n${grantTable(record.grants, given, tools)}`,
    `Named elsewhere\n${mentionTable(record.mentions, given, tools)}`,
    `Codes\n${redemptionTable(record.redemptions, given, tools)}`,
    `History\n${historyTable(history, given, tools)}`,
    `Given and taken by hand\n${actionTable(record.actions, given, tools)}`,
  ].join('\n');
}
