// The doctor's checks: what they need, and what they find.

import { DatabaseFault, type Ledger } from '#server/ledger/ledger.ts';
import type { Clock } from '#server/runtime.ts';
import { machineFaultText, SetUpFault } from '#server/set-up-fault.ts';
import type { PaymentSetUp } from './payment-set-up.ts';
import type { Probes } from './probes.ts';

/** What the checks need. */
export interface DoctorNeeds {
  ledger: Ledger;
  clock: Clock;
  probes: Probes;
  payments: PaymentSetUp;
  /** Names of the migrations that this program has. */
  migrations: readonly string[];
  /** The part of the configuration that the checks look at (server/config.ts). */
  settings: {
    publicUrl: string;
    trustProxy: number | readonly string[];
    databaseUrl: string | null;
    stripe: { testMode: boolean };
    checkoutConsentText: string | null;
    identity: {
      userPoolId: string;
      clientId: string;
      acceptedClientIds: readonly string[];
      passkeys: boolean;
      mailedCodes: boolean;
    };
    mail: { from: { address: string } } | null;
  };
}

/** `wrong` needs action now, `warning` soon. */
type Verdict = 'ok' | 'warning' | 'wrong';

/** What one check found, and advice. */
export interface Finding {
  check: string;
  verdict: Verdict;
  found: string;
  /** Empty when everything is ok. */
  advice: string;
}

/** One check: its name, the advice for when it throws, and how it looks. It is independent of all others. */
export interface Check {
  name: string;
  adviceWhenItFails: string;
  look: () => Promise<Omit<Finding, 'check'>>;
}

/** @param adviceWhenItFails what to do when `look` itself throws */
export const check = (name: string, adviceWhenItFails: string, look: Check['look']): Check => ({
  name,
  adviceWhenItFails,
  look,
});

/** Runs checks one after the other; what one throws becomes its finding. @param onCheck called with each name before it */
export async function runChecks(
  checks: readonly Check[],
  onCheck: (name: string) => void = () => undefined,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, adviceWhenItFails, look } of checks) {
    onCheck(name);
    const found = await look().catch((error: unknown) => {
      // Such faults say themselves what to do.
      if (error instanceof SetUpFault) return wrong(error.message, '');
      const known = error instanceof DatabaseFault ? machineFaultText(error) : null;
      return known === null ? wrong(messageOf(error), adviceWhenItFails) : wrong(known, '');
    });
    findings.push({ check: name, ...found });
  }
  return findings;
}

/** An error's message with its cause's, because adapters wrap errors. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  if (!(cause instanceof Error)) return message;
  // A host with several addresses fails with a cause for each, and no message over them.
  return `${message}: ${cause.message || (cause as { code?: unknown }).code}`;
}

export const ok = (found: string) => ({ verdict: 'ok' as const, found, advice: '' });
export const warning = (found: string, advice: string) => ({ verdict: 'warning' as const, found, advice });
export const wrong = (found: string, advice: string) => ({ verdict: 'wrong' as const, found, advice });
