import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteMailFault, noteMailService } from '#server/outbox/mail-service.ts';
import { endLetter, postponeLetter } from '#server/outbox/outbox.ts';
import { shopMoment } from '#shared/shop-days.ts';
import { doctorAt, down, settings, well } from '#tests/support/doctors-site.ts';
import { at, later, type OperatorsDesk, openDesk } from '#tests/support/operators-desk.ts';
import { mailChecks } from './doctor-mail.ts';
import { runChecks } from './finding.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

const { finding } = doctorAt(() => desk);

describe('The doctor', () => {
  it('says what is lost without a mail service, and what is wrong with the one there is', async () => {
    const without = await runChecks(
      mailChecks({ ...desk, probes: well, settings: { ...settings, mail: null } }),
    );
    expect(without[0]).toMatchObject({
      ...{ verdict: 'warning', found: expect.stringContaining('no confirmation') },
      advice: expect.stringContaining('SMTP_URL'),
    });
    expect(await finding('mail service', { mailService: async () => '535 5.7.8' })).toEqual([
      ...['wrong', '535 5.7.8', expect.stringContaining('no sale is lost')],
    ]);
    await desk.ledger.write([], () => noteMailService(true, at));
    await desk.ledger.amend(() => noteMailFault('535 5.7.8', at));
    expect(await finding('outbox')).toEqual([
      ...['wrong', `0 waiting: nothing can be sent since ${shopMoment(at)} (535 5.7.8)`, expect.any(String)],
    ]);
  });

  it('says that no letters are written, because a site without a mail service was the last to start', async () => {
    await desk.ledger.write([], () => noteMailService(true, at));
    await desk.ledger.write([], () => noteMailService(false, at));
    const without = mailChecks({ ...desk, probes: well, settings: { ...settings, mail: null } });
    expect(await runChecks(without)).toMatchObject([{ verdict: 'warning' }, { verdict: 'ok' }]);
    expect(await finding('outbox')).toEqual([
      ...[
        'warning',
        expect.stringContaining('no letters are written'),
        expect.stringContaining('same settings'),
      ],
    ]);
  });

  it('says that the outbox cannot be written, and which letters wait or did not arrive', async () => {
    await desk.ledger.write([], () => noteMailService(true, at));
    await desk.sell(1);
    expect(await finding('outbox')).toEqual(['ok', 'can be written, 1 waiting', '']);
    desk.turnTo(new Date(at.getTime() + 15 * 60_000));
    expect((await finding('outbox'))[0]).toBe('ok');
    desk.turnTo(later);
    expect(await finding('outbox')).toEqual([
      ...[
        'warning',
        `1 waiting, the oldest since ${shopMoment(at)}`,
        expect.stringMatching(/release.+restart it/),
      ],
    ]);
    await desk.ledger.amend(() => postponeLetter(1, later, '451 4.7.1 (RCPT TO)'));
    expect(await finding('outbox')).toEqual([
      'warning',
      `1 waiting, the oldest since ${shopMoment(at)}; put off: 1 with 451 4.7.1 (RCPT TO)`,
      expect.stringContaining('by itself, for four days'),
    ]);
    await desk.ledger.amend(() => endLetter(1, 'refused', '550 5.1.1', later));
    expect(await finding('outbox')).toEqual([
      ...[
        'warning',
        expect.stringContaining('refused by their address: 1'),
        expect.stringContaining('orders move'),
      ],
    ]);
    await desk.sell(2);
    await desk.ledger.amend(() => endLetter(2, 'dead', '451', later));
    expect((await finding('outbox'))[1]).toBe(
      'of the last 30 days, refused by their address: 1; given up: 1',
    );
    desk.turnTo(at);
    await desk.sell(3);
    await desk.sell(4);
    const putOff = async (id: number, fault: string) => {
      await desk.ledger.amend(() => postponeLetter(id, later, fault));
      return (await finding('outbox')).slice(0, 2);
    };
    // One that is put off for now is no news for a while; a refusal is, at once, with how many it is given to.
    expect(await putOff(3, '451 4.7.1 (RCPT TO)')).toEqual([
      'warning',
      expect.stringContaining('given up: 1'),
    ]);
    expect(await putOff(4, '550 (RCPT TO)')).toEqual([
      'warning',
      `2 waiting, the oldest since ${shopMoment(at)}; put off: 1 with 451 4.7.1 (RCPT TO), 1 with 550 (RCPT TO)`,
    ]);
    expect((await putOff(3, '550 (RCPT TO)'))[1]).toMatch(/: 2 with 550 \(RCPT TO\)$/);
    const amend = down('SQLITE_FULL: database or disk is full');
    const [, outbox] = await runChecks(
      mailChecks({ ledger: { ...desk.ledger, amend }, probes: well, clock: desk.clock, settings }),
    );
    expect(outbox).toMatchObject({ verdict: 'wrong', found: 'SQLITE_FULL: database or disk is full' });
  });
});
