import { formatSek } from '#shared/money.ts';
import { site } from '#shared/site.ts';
import { html, type Markup, page } from '../pages/html.ts';
import { taxedCountries } from './objects/tax.ts';
import type { LineItem } from './objects/wire-types.ts';
import type { SessionRecord } from './records.ts';

/** The typed form values, with their errors. */
export interface PayPageState {
  email: string;
  acceptsTerms: boolean;
  emailFault: string | null;
  termsFault: string | null;
  /** The error of the payment as a whole. */
  fault: string | null;
}

export const untouched: PayPageState = {
  email: '',
  acceptsTerms: false,
  emailFault: null,
  termsFault: null,
  fault: null,
};

/** The same characters as in the shop's own rule for addresses, for the browser's check. */
const emailPattern = '[A-Za-z0-9._%+\\-]+@[A-Za-z0-9.\\-]+\\.[A-Za-z]{2,}';

/** The hosted payment page of an open session. */
export function payPage(
  { session, lines }: SessionRecord,
  termsUrl: string | null,
  state: PayPageState,
): string {
  const total = money(session.amount_total ?? 0, session.currency);
  const { submit, terms_of_service_acceptance: termsText } = session.custom_text;
  const needsTerms = session.consent_collection?.terms_of_service === 'required';
  return page(
    `${state.fault === null ? '' : 'Not paid: '}Pay ${total} to ${site.name}`,
    html`<h1>Pay ${total}</h1>
<p class="notice">Test payment page: nothing is charged.</p>
${state.fault !== null && html`<p class="fault" role="alert">${state.fault}</p>`}
<section class="card" aria-labelledby="order"><h2 id="order">Your order</h2>
<ul class="lines">${lines.map(lineOf)}</ul>
<p class="total"><span>Total</span> <span class="amount">${total}</span></p></section>
<form method="post" action="/pay/${session.id}">
${session.customer_email === null ? emailField(state) : html`<p>The receipt goes to <strong>${session.customer_email}</strong>.</p>`}
${session.billing_address_collection === 'required' && countryField()}
${session.tax_id_collection?.enabled === true && businessFields()}
${needsTerms && termsField(termsText?.message ?? null, termsUrl, state)}
${submit !== null && html`<p class="quiet">${submit.message}</p>`}
<div class="stack"><button class="main" name="outcome" value="pay">Pay ${total}</button>
${session.cancel_url !== null && html`<button name="outcome" value="cancel" formnovalidate>Cancel and go back</button>`}</div>
<h2>Other endings, to test the shop</h2>
<div class="stack"><button name="outcome" value="pay_in_euro">Pay in euros, as a buyer abroad may</button>
<button name="outcome" value="decline">Let the card be declined</button>
<button name="outcome" value="pay_later_success">Pay later, and the payment succeeds</button>
<button name="outcome" value="pay_later_failure">Pay later, and the payment fails</button></div>
</form>`,
  );
}

function lineOf(line: LineItem): Markup {
  const count = line.quantity === 1 ? null : html` <span class="quiet">× ${line.quantity}</span>`;
  return html`<li><span>${line.description}${count}</span> <span class="amount">${money(line.amount_total, line.currency)}</span></li>
`;
}

function emailField({ email, emailFault }: PayPageState): Markup {
  return html`<div class="field"><label for="email">E-mail address</label>
<input id="email" name="email" type="email" required autocomplete="email" pattern="${emailPattern}" value="${email}"${emailFault !== null && html` aria-invalid="true" aria-describedby="email-fault"`}>
${emailFault !== null && html`<p class="field-fault" id="email-fault" role="alert">${emailFault}</p>`}</div>`;
}

/** Of the billing address only what tax depends on. */
function countryField(): Markup {
  return html`<div class="field"><label for="country">Country of your billing address</label>
<select id="country" name="country">${taxedCountries.map((country) => html`<option>${country}</option>`)}</select></div>`;
}

function businessFields(): Markup {
  return html`<div class="field"><label for="business">Name of the business, if one buys</label>
<input id="business" name="business" type="text" autocomplete="organization"></div>
<div class="field"><label for="vat-number">Its VAT number</label>
<input id="vat-number" name="vat_number" type="text" autocomplete="off"></div>`;
}

function termsField(message: string | null, termsUrl: string | null, state: PayPageState): Markup {
  const { acceptsTerms, termsFault: fault } = state;
  const terms = termsUrl === null ? 'terms of service' : html`<a href="${termsUrl}">terms of service</a>`;
  return html`<div class="choice"><input type="checkbox" id="terms" name="terms" value="accepted" required${acceptsTerms && html` checked`}${fault !== null && html` aria-invalid="true" aria-describedby="terms-fault"`}>
<div><label for="terms">${message === null ? html`I agree to the ${terms} of ${site.name}.` : withLinks(message)}</label>
${fault !== null && html`<p class="field-fault" id="terms-fault" role="alert">${fault}</p>`}</div></div>`;
}

/** A shop's own text, whose Markdown links Stripe shows as links. */
const withLinks = (text: string): Markup[] =>
  text.split(/(\[[^\]]+\]\([^)]+\))/).map((part) => {
    const [, words, address] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
    return address === undefined ? html`${part}` : html`<a href="${address}">${words}</a>`;
  });

/** The page of a session that is no longer open, with a link back. */
export function closedPage({ session, settlement }: SessionRecord): string {
  const complete = session.status === 'complete';
  const title = complete ? 'This order is complete' : 'This payment page has expired';
  const told = complete
    ? settlement
      ? 'Your payment is on its way. There is nothing more to do here.'
      : session.payment_status === 'unpaid'
        ? 'The payment did not go through. Go back to the shop and try again.'
        : 'It has been paid. There is nothing more to do here.'
    : 'Nothing was charged. Go back to the shop and start again.';
  const back = complete
    ? successUrl(session.id, session.success_url)
    : (session.cancel_url ?? session.success_url);
  return page(
    title,
    html`<h1>${title}</h1><p>${told}</p>${back !== null && html`<p><a href="${back}">Back to the shop</a></p>`}`,
  );
}

export function missingPage(): string {
  return page(
    'No such payment page',
    html`<h1>No such payment page</h1><p>Check the address, or go back to the shop.</p>`,
  );
}

/** The return URL of a finished payment: the shop's URL with the session's id filled in. */
export function successUrl(sessionId: string, url: string | null): string | null {
  return url?.replaceAll('{CHECKOUT_SESSION_ID}', sessionId) ?? null;
}

/** @param amount minor units */
export function money(amount: number, currency: string | null): string {
  if (currency === null || currency === 'sek') return formatSek(amount);
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100);
}
