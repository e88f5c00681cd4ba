// The doctor's checks of e-mail: mail service and outbox.

import { mailService, tryOutbox } from '#server/outbox/mail-service.ts';
import { letterPatienceMs, outboxFigures, putOffLetters } from '#server/outbox/outbox-report.ts';
import { shopMoment } from '#shared/shop-days.ts';
import { type Check, check, type DoctorNeeds, type Finding, ok, warning, wrong } from './finding.ts';

type MailDoctorNeeds = Pick<DoctorNeeds, 'ledger' | 'probes' | 'clock' | 'settings'>;

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

/** Whether letters can be written, and how many were delivered. */
async function outboxFinding({ ledger, clock, settings }: MailDoctorNeeds): Promise<Omit<Finding, 'check'>> {
  const now = clock();
  await ledger.amend(() => tryOutbox(now));
  const { waiting, oldest, refused, dead } = await ledger.read(() => outboxFigures(now));
  const { owedSince, fault, faultSince } = await ledger.read(mailService);
  if (settings.mail !== null && owedSince === null) {
    return warning(
      'no letters are written: no site with SMTP_URL has started yet, or one without it was the last to start',
      'Start a site, and give all sites of a database the same settings. One with SMTP_URL that runs sees to it within a quarter of an hour.',
    );
  }
  if (fault !== null && faultSince !== null) {
    return wrong(
      `${waiting} waiting: nothing can be sent since ${shopMoment(faultSince)} (${fault})`,
      'The check "mail service" says what is wrong with it. They are sent by themselves when it answers again.',
    );
  }
  const putOff = await ledger.read(() => putOffLetters(now));
  const answers = putOff.map((one) => `${one.letters} with ${one.fault}`).join(', ');
  const isLate = oldest !== null && now.getTime() - oldest.getTime() > letterPatienceMs;
  // An answer that begins with 5 is not "later": nobody needs to wait to see whether it passes.
  if (oldest !== null && (isLate || putOff.some(({ fault }) => fault.startsWith('5')))) {
    const found = `${waiting} waiting, the oldest since ${shopMoment(oldest)}`;
    if (answers === '') {
      const advice =
        'After a release many letters take their time (MAIL_PER_SECOND). Otherwise start a site with SMTP_URL, or restart it, and see what its log says of letters.';
      return warning(found, advice);
    }
    return warning(
      `${found}; put off: ${answers}`,
      'The site tries them again by itself, for four days. An answer that begins with 5 to nearly all letters is about the shop: see that the service relays for it and takes the sender (MAIL_FROM). One to a single letter is mostly about its address. Of one that could not be composed the log of the site says why.',
    );
  }
  if (refused + dead > 0) {
    return warning(
      `of the last 30 days, refused by their address: ${refused}; given up: ${dead}`,
      '"letters trouble" lists them with their orders: "orders move" corrects an address, "letters retry" sends one, or all since a day, again.',
    );
  }
  return ok(`can be written, ${waiting} waiting`);
}
