import type { DatabaseReport } from '#server/ledger/ledger.ts';
import { doctorsChecks } from '#server/operating/doctor.ts';
import { type DoctorNeeds, runChecks } from '#server/operating/finding.ts';
import type { PaymentSetUp, WebhookEndpoint } from '#server/operating/payment-set-up.ts';
import type { Probes } from '#server/operating/probes.ts';
import { at, type OperatorsDesk } from './operators-desk.ts';

/** A healthy site, for tests of what the doctor reports about a single fault. */

export const whole: DatabaseReport = {
  ...{ faults: [], migrations: ['0001_a.sql', '0002_b.sql'], purchases: 3, grants: 4, codes: 5 },
  ...{ newestPurchase: at, bytes: 1_260_000 },
};
/** So many days after the desk's present time. */
export const daysFromNow = (days: number): Date => new Date(at.getTime() + days * 24 * 60 * 60 * 1000);
export const well: Probes = {
  paymentApi: async () => at,
  identityKeys: async () => 2,
  disk: async () => ({ freeBytes: 50e9, totalBytes: 100e9 }),
  recentEventIds: async () => [],
  mailService: async () => null,
  missingDownloads: async () => [],
  visit: async () => 200,
  publicSite: async () => ({
    status: 200,
    config: { publicUrl: 'https://shop.example', userPoolId: 'pool' },
  }),
  certificate: async () => ({ from: daysFromNow(-30), to: daysFromNow(60) }),
  signInClient: async () => 'there',
  backups: () => ({ directory: '/backups', everyHours: 24, count: 3, newest: at }),
  keptDatabases: () => [],
};
const events = ['a', 'b'];
const endpoint: WebhookEndpoint = {
  ...{
    id: 'we_1',
    url: 'https://shop.example/api/stripe/webhook',
    enabled: true,
    events,
    apiVersion: '2026-01-01.name',
  },
};
const notAsked = () => Promise.reject(new Error('nothing is to be changed'));
export const payments: PaymentSetUp = {
  ...{ events, apiVersion: '2026-02-02.name', endpoints: async () => [endpoint], rights: async () => [] },
  tryCheckout: async () => null,
  ...{ createEndpoint: notAsked, mendEndpoint: notAsked, disableEndpoint: notAsked },
};
export const settings: DoctorNeeds['settings'] = {
  ...{ publicUrl: 'https://shop.example', trustProxy: 1, databaseUrl: null, checkoutConsentText: 'Agreed' },
  identity: {
    ...{ userPoolId: 'pool', clientId: 'site', acceptedClientIds: ['site', 'app'] },
    ...{ passkeys: false, mailedCodes: true },
  },
  ...{ stripe: { testMode: true }, mail: { from: { address: 'shop@example.com' } } },
};
export const down = (message: string, cause?: unknown) => () => Promise.reject(new Error(message, { cause }));
/** The doctor's findings at a desk. */
export function doctorAt(desk: () => OperatorsDesk) {
  /** The doctor's findings with some differences. @param report of the database; the reports of the engines have their own tests */
  const findings = (over: Partial<Probes> = {}, report: Partial<DatabaseReport> = {}) =>
    runChecks(
      doctorsChecks({
        ledger: { ...desk().ledger, inspect: async () => ({ ...whole, ...report }) },
        ...{ probes: { ...well, ...over }, clock: desk().clock, migrations: ['0001_a.sql', '0002_b.sql'] },
        ...{ payments, settings },
      }),
    );
  async function finding(check: string, over: Partial<Probes> = {}, report: Partial<DatabaseReport> = {}) {
    const found = (await findings(over, report)).filter((each) => each.check === check);
    if (found.length !== 1 || !found[0]) throw new Error(`There is not one check ${check}`);
    const { verdict, found: words, advice } = found[0];
    return [verdict, words, advice];
  }

  return { findings, finding };
}
