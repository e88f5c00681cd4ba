import type { Command } from 'commander';
import { type GrantRecord, giveGrant, listGrants, revokeGrant } from '#server/operating/customer-grants.ts';
import {
  type CustomerRecord,
  eraseCustomer,
  exportCustomer,
  showCustomer,
} from '#server/operating/customers.ts';
import { adventureIds } from '#shared/unlocks.ts';
import { writeNewFile } from '../csv.ts';
import { facts, moment, table } from '../display.ts';
import { destructive, does, leaf, type Session, wholeNumber } from '../tools.ts';
import { orderTable } from './orders.ts';

/** `customers …` and `grants …`: people, and what they own. */
export function customerCommands(program: Command, session: Session): void {
  const customers = program
    .command('customers')
    .description('what is known of a person: show, export, erase');

  does(
    session,
    leaf(customers, 'show <customer>', 'show everything known under an e-mail address or of an account id'),
    async (tools, [key = '']) => {
      const record = await showCustomer((await tools.work()).needs, key);
      tools.show(record, describe(record));
    },
  );

  does<{ out?: string }>(
    session,
    leaf(
      customers,
      'export <customer>',
      'write the copy of their data that a person may ask for, as JSON',
    ).option('--out <file>', 'into a new file instead of the terminal'),
    async (tools, [key = ''], { out }) => {
      const copy = await exportCustomer((await tools.work()).needs, key);
      const text = `${JSON.stringify(copy, null, 2)}\n`;
      if (out !== undefined) await writeNewFile(out, text);
      tools.show(out === undefined ? copy : { file: out }, out === undefined ? text : '');
      if (out !== undefined) tools.note(`The copy is in ${out}.`);
    },
  );

  does<{ reason: string }>(
    session,
    destructive(
      leaf(
        customers,
        'erase <customer>',
        'erase sessions, unlocks and links to the account; payment records stay',
      ),
    ).requiredOption('--reason <text>', 'why, for the record'),
    async (tools, [key = ''], { reason }) => {
      await tools.agree(`Everything that ${key} has unlocked is lost for good. Payment records stay.`);
      const result = await eraseCustomer((await tools.work()).needs, key, reason);
      tools.show(
        result,
        `${result.grants} unlocks and ${result.sessions} sessions erased, ${result.redemptions} codes no longer tied to the account, ${result.keptOrders} payment records kept.\n`,
      );
      for (const accountId of result.accountIds) {
        tools.note(`The user ${accountId} is still in the user pool: delete it there.`);
      }
    },
  );

  grantCommands(program, session);
}

function grantCommands(program: Command, session: Session): void {
  const grants = program.command('grants').description('what somebody owns and why: list, give, revoke');

  does(
    session,
    leaf(grants, 'list <customer>', 'list what an e-mail address or account id owns or owned, and why'),
    async (tools, [key = '']) => {
      const list = await listGrants((await tools.work()).needs, key);
      tools.show(list, grantTable(list));
    },
  );

  does<{ reason: string }>(
    session,
    leaf(
      grants,
      'give <customer> <adventure>',
      `give an adventure without a sale: ${adventureIds.join(', ')}`,
    ).requiredOption('--reason <text>', 'why, for the record'),
    async (tools, [key = '', adventureId = ''], { reason }) => {
      const grant = await giveGrant((await tools.work()).needs, key, adventureId, reason);
      tools.show({ grant }, `Grant ${grant}: ${adventureId} for ${key}.\n`);
    },
  );

  does<{ reason: string }>(
    session,
    destructive(leaf(grants, 'revoke <grant>', 'take a grant away for good, by its number')).requiredOption(
      '--reason <text>',
      'why, for the record',
    ),
    async (tools, [number = ''], { reason }) => {
      const grant = wholeNumber(number);
      await tools.agree(`Grant ${grant} is taken away for good.`);
      await revokeGrant((await tools.work()).needs, grant, reason);
      tools.show({ revoked: grant }, `Grant ${grant} is revoked.\n`);
    },
  );
}

function grantTable(grants: readonly GrantRecord[]): string {
  const rows = grants.map((grant) => [
    grant.id,
    grant.adventureId,
    grant.source,
    grant.origin ?? '',
    grant.accountId ?? '(waits for its address)',
    moment(grant.grantedAt),
    grant.revokedReason ?? grant.withheldReason ?? 'yes',
  ]);
  return table(['grant', 'unlocks', 'source', 'from', 'account', 'since', 'counts'], rows);
}

function describe(record: CustomerRecord): string {
  return [
    facts([
      ['customer', record.key],
      ['deletion', record.deletionPending ? 'begun, waits for the identity service' : null],
    ]),
    `Accounts and addresses\n${table(
      ['account', 'user name', 'address'],
      record.identities.map(({ accountId, username, email }) => [
        accountId ?? '',
        username ?? '',
        email ?? '',
      ]),
    )}`,
    `Orders\n${orderTable(record.orders)}`,
    `Unlocks\n${grantTable(record.grants)}`,
    `Codes\n${table(
      ['redeemed', 'code', 'campaign'],
      record.redemptions.map(({ redeemedAt, code, campaign }) => [moment(redeemedAt), code, campaign]),
    )}`,
    `History\n${table(
      ['when', 'grant', 'what', 'why', 'who'],
      record.grants.flatMap(({ id, history }) =>
        history.map(({ at, what, reason, actor }) => [moment(at), id, what, reason, actor]),
      ),
    )}`,
  ].join('\n');
}
