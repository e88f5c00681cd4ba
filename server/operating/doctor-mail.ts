// The doctor's checks of e-mail: mail service and outbox.

import { mailService, tryOutbox } from '#server/outbox/mail-service.ts';
import { outboxFigures } from '#server/outbox/outbox-report.ts';
import { shopMoment } from '#shared/shop-days.ts';
import { type Check, check, type DoctorNeeds, type Finding, ok, warning, wrong } from './finding.ts';

type MailDoctorNeeds = Pick<DoctorNeeds, 'ledger' | 'probes' | 'clock' | 'settings'>;

/** Checks e-mail: whether there is a mail service, whether it accepts letters, and how many were delivered. */
export function mailChecks(needs: MailDoctorNeeds): Check[] {
  return [
    check('mail service', inTheWay, () => serviceFinding(needs)),
    check(
      'outbox',
      'Letters are written together with their orders, so orders cannot be written either; the payment provider delivers them again. See the disk, and who may write the database.',
      () => outboxFinding(needs),
    ),
  ];
}

const inTheWay =
  'See that the address, the user and the password in SMTP_URL are right (special characters in per cent), that it speaks TLS 1.2 with a valid certificate, and that the service can be reached from here. Letters wait meanwhile; no sale is lost.';

async function serviceFinding({ probes, settings }: MailDoctorNeeds): Promise<Omit<Finding, 'check'>> {
  const { mail } = settings;
  if (mail === null) {
    return warning(
      'none: buyers get no confirmation, acknowledgement or notice from the shop itself',
      'Set SMTP_URL and MAIL_FROM (docs/operations.md, "Mail").',
    );
  }
  const fault = await probes.mailService();
  return fault === null ? ok(`ready, sends as ${mail.from.address}`) : wrong(fault, inTheWay);
}

/** How long a letter may wait before it is a problem, in milliseconds. */
const letterPatienceMs = 15 * 60 * 1000;

/** Whether letters can be written, and how many were delivered. */
async function outboxFinding({ ledger, clock }: MailDoctorNeeds): Promise<Omit<Finding, 'check'>> {
  const now = clock();
  await ledger.amend(() => tryOutbox(now));
  const { waiting, oldest, refused, dead } = await ledger.read(() => outboxFigures(now));
  const { fault, faultSince } = await ledger.read(mailService);
  if (fault !== null && faultSince !== null) {
    return wrong(
      `${waiting} waiting: nothing can be sent since ${shopMoment(faultSince)} (${fault})`,
      'The check "mail service" says what is wrong with it. They are sent by themselves when it answers again.',
    );
  }
  if (oldest !== null && now.getTime() - oldest.getTime() > letterPatienceMs) {
    return warning(
      `${waiting} waiting, the oldest since ${shopMoment(oldest)}`,
      'Look into the log of the sites with SMTP_URL: a letter that was "put off" goes out by itself. Where nothing is said of letters, start such a site, or restart it.',
    );
  }
  if (refused + dead > 0) {
    return warning(
      `of the last 30 days, refused by their address: ${refused}; given up: ${dead}`,
      '"letters trouble" lists them with their orders: "orders move" corrects an address, "letters retry" sends one again.',
    );
  }
  return ok(`can be written, ${waiting} waiting`);
}
