import type Stripe from 'stripe';
import { site } from '#shared/site.ts';
import { html, page } from '../pages/html.ts';
import { money } from './pay-page.ts';
import type { SessionRecord } from './records.ts';

/** The hosted page of an invoice, which whoever has its address may read. */
export function invoicePage(invoice: Stripe.Invoice, { session, lines }: SessionRecord): string {
  const amount = (ore: number) => money(ore, invoice.currency);
  const [taxId] = invoice.customer_tax_ids ?? [];
  const tax = session.total_details?.amount_tax ?? 0;
  return page(
    `Invoice ${invoice.number}`,
    html`<h1>Invoice ${invoice.number}</h1>
<p class="notice">Test invoice: nothing was charged.</p>
<p>From ${site.name}, paid on ${new Date(invoice.created * 1000).toISOString().slice(0, 10)}.</p>
<p>To ${invoice.customer_name ?? invoice.customer_email}${taxId !== undefined && html`, VAT number ${taxId.value}`}</p>
<ul class="lines">${lines.map(
      (
        line,
      ) => html`<li><span>${line.description}</span> <span class="amount">${amount(line.amount_total)}</span></li>
`,
    )}</ul>
<p class="total"><span>Paid</span> <span class="amount">${amount(invoice.total)}</span></p>
<p>${session.automatic_tax.enabled && html`Of which VAT: ${amount(tax)}`}</p>`,
  );
}
