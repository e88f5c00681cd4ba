// What the shop reads of the objects in Stripe's events, and of what form: none of another form reaches the database.

/** Whether a value may stand in an object. What is put into the database is as the constraints there want it. */
type Form = (value: unknown, object: object) => boolean;

const text = (value: unknown) => typeof value === 'string';
const id = (value: unknown) => text(value) && value !== '';
const yesOrNo = (value: unknown) => typeof value === 'boolean';
const amount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
/** ISO 3166-1. */
const country = (value: unknown) => typeof value === 'string' && value.length === 2;
const isNone = (value: unknown) => value === undefined || value === null;
const perhaps =
  (form: Form): Form =>
  (value, object) =>
    isNone(value) || form(value, object);
const expandable = perhaps((value) => id(value) || id(valueAt(value, 'id')));
const texts = perhaps((value) => typeof value === 'object' && Object.values(value ?? {}).every(text));
const movements = (value: unknown) =>
  Array.isArray(value) &&
  value.every((one) => Number.isSafeInteger(valueAt(one, 'amount')) && text(valueAt(one, 'currency')));
const partOfTotal: Form = (value, object) =>
  amount(value) && Number(value) <= Number(valueAt(object, 'amount_total') ?? 0);
/** A currency that stands beside its amount, or not at all. */
const besideAmount: Form = (value, object) =>
  isNone(valueAt(object, 'presentment_details.presentment_amount')) ? isNone(value) : text(value);

/** Whether it is a time of Stripe: seconds since 1970, to the end of the year 9999. */
export const isSeconds = (value: unknown): value is number =>
  amount(value) && Number(value) <= 253_402_300_799;

/** By the kind of object, the form of each field that is read. */
const forms = new Map<unknown, Record<string, Form>>([
  [
    'checkout.session',
    {
      id,
      created: isSeconds,
      livemode: yesOrNo,
      payment_status: text,
      status: perhaps(text),
      payment_intent: expandable,
      'customer_details.email': perhaps(text),
      'customer_details.address.country': perhaps(country),
      customer_email: perhaps(text),
      metadata: texts,
      amount_total: perhaps(amount),
      currency: perhaps(text),
      'total_details.amount_tax': perhaps(partOfTotal),
      'presentment_details.presentment_amount': perhaps(amount),
      'presentment_details.presentment_currency': besideAmount,
      'custom_text.terms_of_service_acceptance.message': perhaps(text),
      recovered_from: perhaps(text),
    },
  ],
  [
    'refund',
    { id, created: isSeconds, payment_intent: expandable, amount, status: perhaps(text), metadata: texts },
  ],
  [
    'dispute',
    {
      id,
      payment_intent: expandable,
      amount,
      status: text,
      currency: perhaps(text),
      balance_transactions: perhaps(movements),
    },
  ],
  ['radar.early_fraud_warning', { id, payment_intent: expandable, actionable: yesOrNo }],
]);

/**
 * What keeps an event's object from being read, in words for the operator; `null` for one that can be read, and for one of
 * which nothing is read: of another kind, or about a payment that no checkout made.
 */
export function unreadable(object: { object?: unknown; payment_intent?: unknown }): string | null {
  if (object.object !== 'checkout.session' && (object.payment_intent ?? null) === null) return null;
  const odd = Object.entries(forms.get(object.object) ?? {}).find(
    ([path, form]) => !form(valueAt(object, path), object),
  );
  return odd ? `Its ${object.object} cannot be read at ${odd[0]}` : null;
}

function valueAt(object: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], object);
}
