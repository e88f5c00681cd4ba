import { mailStorm } from '#tests/hardening/support/mail-storm.ts';

/**
 * `npm run mail-storm`: a site that is killed with SIGKILL 50 times while it sells 10 000 orders, beside a mail service that
 * breaks connections, puts letters off and takes its time. Ends with status 1 when a confirmation is missing, or came
 * twice for another reason than a kill. `npm run test:all` does it with ten kills and 200 orders.
 */

const kills = Number(process.env['KILLS'] ?? 50);
const orders = Number(process.env['ORDERS'] ?? 10_000);

const outcome = await mailStorm({ kills, orders });
console.log(outcome);
process.exitCode = outcome.missing.length + outcome.twice.length === 0 ? 0 : 1;
