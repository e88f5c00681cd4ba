import { formatSek, currency as ours } from './money.ts';

/**
 * What a buyer was charged in their own currency. The shop sells in SEK; the payment page may show and charge another one
 * (adaptive pricing: docs.stripe.com/payments/currencies/localize-prices/adaptive-pricing).
 */
export interface Charged {
  /** In the currency's smallest unit, as the payment provider counts it. */
  amount: number;
  /** ISO 4217 in lower case. */
  currency: string;
}

/** Currencies without a smaller unit, and those with thousandths (docs.stripe.com/currencies#zero-decimal). */
const whole = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const thousandths = new Set('bhd jod kwd omr tnd'.split(' '));

/** A formatted amount, for example `21.90 EUR` or `3400 JPY`. */
export function formatCharged({ amount, currency }: Charged): string {
  const digits = whole.has(currency) ? 0 : thousandths.has(currency) ? 3 : 2;
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`;
}

/** A formatted amount: öre in the shop's format, or another currency in its smallest unit. */
export const formatAmount = (amount: number, currency: string): string =>
  currency === ours ? formatSek(amount) : formatCharged({ amount, currency });

/** An order's price, and what was charged if that was another currency. */
interface AskedAndCharged {
  /** Öre. */
  totalOre: number;
  charged?: Charged | undefined;
}

/**
 * An amount of an order in the currency that its buyer paid: `250 SEK`, or `21.90 EUR (250 SEK)`. A part is converted at
 * the rate of the whole, as refunds are, and marked `about`, because the provider rounds it.
 * @param ore the whole of the order or a part of it, in öre
 */
export function asCharged(ore: number, { totalOre, charged }: AskedAndCharged): string {
  if (!charged || totalOre === 0) return formatSek(ore);
  if (ore === totalOre) return `${formatCharged(charged)} (${formatSek(ore)})`;
  const part = { ...charged, amount: Math.round((charged.amount * ore) / totalOre) };
  return `about ${formatCharged(part)} (${formatSek(ore)})`;
}
