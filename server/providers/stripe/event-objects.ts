// What the shop reads of the objects in Stripe's events, and of what form: they may come in another version of the API.

type Form = (value: unknown) => boolean;

const text: Form = (value) => typeof value === 'string';
const id: Form = (value) => text(value) && value !== '';
const yesOrNo: Form = (value) => typeof value === 'boolean';
const amount: Form = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const perhaps =
  (form: Form): Form =>
  (value) =>
    value === undefined || value === null || form(value);
const expandable = perhaps((value) => id(value) || id(valueAt(value, 'id')));
const texts = perhaps((value) => typeof value === 'object' && Object.values(value ?? {}).every(text));

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
      'customer_details.address.country': perhaps(text),
      customer_email: perhaps(text),
      metadata: texts,
      amount_total: perhaps(amount),
      currency: perhaps(text),
      'total_details.amount_tax': perhaps(amount),
      'presentment_details.presentment_amount': perhaps(amount),
      'presentment_details.presentment_currency': perhaps(text),
      'custom_text.terms_of_service_acceptance.message': perhaps(text),
      recovered_from: perhaps(text),
    },
  ],
  [
    'refund',
    { id, created: isSeconds, payment_intent: expandable, amount, status: perhaps(text), metadata: texts },
  ],
  ['dispute', { id, payment_intent: expandable, amount, status: text }],
  ['radar.early_fraud_warning', { id, payment_intent: expandable, actionable: yesOrNo }],
]);

/**
 * What keeps an event's object from being read, in words for the operator; `null` for one that can be read, and for one of
 * which nothing is read: of another kind, or about a payment that no checkout made.
 */
export function unreadable(object: { object?: unknown; payment_intent?: unknown }): string | null {
  if (object.object !== 'checkout.session' && (object.payment_intent ?? null) === null) return null;
  const odd = Object.entries(forms.get(object.object) ?? {}).find(
    ([path, form]) => !form(valueAt(object, path)),
  );
  return odd ? `Its ${object.object} cannot be read at ${odd[0]}` : null;
}

function valueAt(object: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], object);
}
