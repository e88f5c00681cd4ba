import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteEvent } from '#server/buying/webhook-events.ts';
import type { Actor } from '#server/identity/cause.ts';
import { doctorAt } from '#tests/support/doctors-site.ts';
import { at, type OperatorsDesk, openDesk } from '#tests/support/operators-desk.ts';
import { webhookDelayMs } from './doctor-webhook.ts';

let desk: OperatorsDesk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.ledger.close());

const { finding } = doctorAt(() => desk);

const quarterAgo = new Date(at.getTime() - webhookDelayMs);
/** A payment provider whose events of the last three days all happened more than a quarter of an hour ago. */
const old = (ids: string[]) => async (_from: Date, to: Date) => (to <= quarterAgo ? ids : []);

describe('The doctor', () => {
  it('counts the events of three days that never arrived, those of the last quarter of an hour being on their way', async () => {
    const note = { id: 'evt_1', type: 'x', objectId: null, createdAt: at };
    await desk.ledger.amend(() => noteEvent(note, 'ignored', 'webhook', at));
    const asked: Date[] = [];
    const recentEventIds = async (from: Date, to: Date) => {
      asked.push(from, to);
      if (to <= quarterAgo) return ['evt_1', 'evt_2', 'evt_3'];
      return to < at ? [] : ['evt_5', 'evt_4'];
    };
    const found = await finding('webhook', { recentEventIds });
    expect(found.slice(0, 2)).toEqual(['wrong', '2 of 3 events of the last three days never arrived']);
    expect(found[2]).toContain('Run "reconcile" to take them in now.');
    expect(asked).toEqual([
      ...[new Date('2025-05-29T11:45:00.123Z'), new Date('2025-06-01T11:45:00.123Z')],
      ...[new Date('2025-06-01T11:59:00.123Z'), at],
      ...[new Date('2025-06-01T11:45:00.123Z'), new Date('2025-06-01T11:59:00.123Z')],
    ]);
    expect(await finding('webhook', { recentEventIds: old(['evt_1']) })).toEqual([
      ...['ok', 'all of 1 events of the last three days arrived', ''],
    ]);
  });

  it('sees at once that the first events arrived, and blames nobody for those that are on their way', async () => {
    const young = ['evt_on_its_way', 'evt_found_first', 'evt_2', 'evt_1'];
    const brought = [
      ['evt_1', 'webhook'],
      ['evt_2', 'webhook'],
      ['evt_found_first', 'reconciler'],
    ] as const;
    for (const [id, by] of brought) {
      const note = { id, type: 'x', objectId: null, createdAt: at };
      await desk.ledger.amend(() => noteEvent(note, 'ignored', by, at));
    }
    const found = (ids: string[]) =>
      finding('webhook', { recentEventIds: async (_from, to) => (to < at ? [] : ids) });
    expect(await found(young.slice(1))).toEqual(['ok', 'all of 2 events of the last three days arrived', '']);
    // A wrong secret looks the same in the first minute.
    const notHere = 'the newest event is younger than a minute and not here yet: look again in a minute';
    expect(await found(young)).toEqual([
      'ok',
      `all of 2 events of the last three days arrived; ${notHere}`,
      '',
    ]);
    expect(await found(['evt_on_its_way'])).toEqual(['ok', notHere, '']);
  });

  it('tells of a wrong secret a minute after the first sale, and of nothing once a later event arrived', async () => {
    const note = { id: 'evt_before', type: 'x', objectId: null, createdAt: at };
    await desk.ledger.amend(() => noteEvent(note, 'ignored', 'webhook', at));
    const probes = (before: string[], latest: string[]) => ({
      async recentEventIds(_from: Date, to: Date) {
        if (to <= quarterAgo) return before;
        return to < at ? ['evt_sale'] : latest;
      },
    });
    const late = await finding('webhook', probes(['evt_before'], ['evt_on_its_way']));
    expect(late.slice(0, 2)).toEqual([
      'warning',
      'the newest event is older than a minute and has not arrived',
    ]);
    expect(late[2]).toContain('STRIPE_WEBHOOK_SECRET');
    expect((await finding('webhook', probes([], [])))[0]).toBe('warning');
    // The sale is fetched, and the secret as wrong as before.
    await desk.ledger.amend(() => noteEvent({ ...note, id: 'evt_sale' }, 'ignored', 'reconciler', at));
    const fetched = await finding('webhook', probes([], []));
    expect(fetched.slice(0, 2)).toEqual([
      'warning',
      '1 of 1 events of the last three days, the newest among them, were not delivered: the reconciler found them',
    ]);
    expect(fetched[2]).toContain('STRIPE_WEBHOOK_SECRET');
    await desk.ledger.amend(() => noteEvent({ ...note, id: 'evt_now' }, 'ignored', 'webhook', at));
    expect((await finding('webhook', probes(['evt_before'], ['evt_now'])))[0]).toBe('ok');
  });

  it.each([
    ['webhook reconciler reconciler', 'ok', 'all of 3 events of the last three days arrived'],
    [
      'reconciler webhook reconciler webhook',
      'warning',
      '2 of 4 events of the last three days, the newest among them, were not delivered: the reconciler found them',
    ],
    [
      'reconciler reconciler',
      'warning',
      '2 of 2 events of the last three days, the newest among them, were not delivered: the reconciler found them',
    ],
    [
      'reconciler reconciler reconciler',
      'wrong',
      '3 of 3 events of the last three days, the newest among them, were not delivered: the reconciler found them',
    ],
  ] as const)(
    'tells a webhook that fails by what the reconciler found, the newest first: "%s" is %s',
    async (bringers, verdict, words) => {
      const ids = bringers.split(' ').map((by, index) => [`evt_${index}`, by as Actor] as const);
      for (const [id, by] of ids) {
        const note = { id, type: 'x', objectId: null, createdAt: at };
        await desk.ledger.amend(() => noteEvent(note, 'ignored', by, at));
      }
      const found = await finding('webhook', { recentEventIds: old(ids.map(([id]) => id)) });
      expect(found.slice(0, 2)).toEqual([verdict, words]);
      expect(found[2]).toEqual(
        verdict === 'ok' ? '' : expect.stringMatching(/^If the site was down .+STRIPE_WEBHOOK_SECRET/),
      );
    },
  );
});
