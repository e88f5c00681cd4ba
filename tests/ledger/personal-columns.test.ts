import { expect, it } from 'vitest';
import { text } from '#server/ledger/rows.ts';
import { query } from '#server/ledger/script.ts';
import { openVerbs } from '#tests/support/ledger-verbs.ts';

/** What becomes of it. */
const erased =
  'emptied or removed by eraseOwner (server/accounts/erasures.ts), and shown by customers export';
const swept = 'removed for its age by housekeeping (server/operating/housekeeping.ts), and by eraseOwner';
const contested = 'emptied 400 days after it was found not to count (server/buying/withdrawals.ts)';
const books = 'kept with the payment, which the law on bookkeeping asks for';
const digest = 'a digest that says nothing by itself; docs/security.md says how long it is kept';
const masked = 'whole addresses are masked before they are written (server/operating/operator-action.ts)';
const own = 'words of the shop or of its operators, which docs/operations.md asks to keep free of names';

/**
 * Everything in the database that says something of a person, or could, and what becomes of it. Whoever adds a table or such
 * a column decides it here: erasures, copies of a customer's data and housekeeping know of nothing by themselves.
 */
const ofPeople: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account_erasures: { account_id: swept, email: swept, access_token_encrypted: swept },
  activation_code_unlocks: {},
  activation_codes: { campaign: own },
  address_letters: { recipient_hash: swept },
  announced_releases: {},
  claim_links: { token_hash: swept, token_encrypted: swept },
  code_batches: { campaign: own, created_by: own },
  erased_accounts: { account_hash: digest },
  gifts: { buyer_email: erased, recipient: erased, sender: erased, message: erased },
  grant_events: { actor: own, reason: own },
  grants: { account_id: erased, email: erased, revoked_reason: own, withheld_reason: own },
  import_entries: { entry_key: digest },
  imports: { name: own, started_by: own, undone_by: own },
  known_devices: { account_id: erased, device: erased },
  letters: { recipient: erased, details: erased, fault: own },
  mail_service: { fault: own },
  opened_checkouts: { account_id: swept, browser_hash: swept, replaced_by: own },
  operator_actions: { actor: own, subject: masked, reason: masked, details: masked },
  order_attention: { reason: own, resolved_by: own },
  payment_disputes: {},
  payment_fraud_warnings: {},
  payment_refunds: {},
  purchase_lines: {},
  purchase_moves: { from_email: erased, to_email: erased, reason: own, actor: own },
  purchases: { email: books, account_id: erased, consent_text: own },
  reconciliations: {},
  redemptions: { account_id: erased },
  schema_migrations: { name: own },
  sessions: {
    ...{ id_hash: swept, account_id: swept, username: swept, email: swept, email_verified: swept },
    ...{ refresh_token_encrypted: swept, device: swept, has_second_factor: swept },
  },
  void_withdrawals: { name: contested, email: contested, confirmation: contested },
  webhook_events: { brought_by: own },
  withdrawals: { name: books, email: books, confirmation: books },
  write_probe: {},
};

const telling =
  /email|account|user|name|recipient|sender|message|text|note|device|token|hash|encrypted|campaign|reason|fault$|details|confirmation|actor|_by$|address|phone|_key$/;

it('Each table, and each column that may say something of a person, has its line in what becomes of it', async () => {
  const ledger = openVerbs(':memory:', () => new Date());
  const columns = query(
    `SELECT sqlite_schema.name AS table_name, field.name AS column_name
     FROM sqlite_schema JOIN pragma_table_info(sqlite_schema.name) AS field
     WHERE sqlite_schema.type = 'table' AND sqlite_schema.name NOT LIKE 'sqlite%' ORDER BY 1, field.cid`,
    { tableName: text, columnName: text },
  );
  const found: Record<string, string[]> = {};
  for (const { tableName, columnName } of await ledger.read(() => columns.all())) {
    found[tableName] ??= [];
    const hasFate = Object.hasOwn(ofPeople[tableName] ?? {}, columnName);
    if (hasFate || telling.test(columnName)) found[tableName].push(columnName);
  }
  await ledger.close();
  const sorted = (tables: typeof found) =>
    Object.fromEntries(Object.entries(tables).map(([table, names]) => [table, names.toSorted()]));
  expect(sorted(found)).toEqual(
    sorted(Object.fromEntries(Object.entries(ofPeople).map(([table, of]) => [table, Object.keys(of)]))),
  );
});
