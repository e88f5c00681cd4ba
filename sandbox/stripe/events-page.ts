import { type Request, type Response, Router } from 'express';
import { html, type Markup, page } from '../pages/html.ts';
import { sendPage } from '../pages/send-page.ts';
import type { Deliveries, Delivery } from './deliveries.ts';
import type { EventRecord, Records } from './records.ts';

/** An event with what became of its delivery. */
export interface EventWithDelivery {
  event: EventRecord;
  delivery: Delivery;
}

/** `GET /sandbox/stripe/events`: the log of events and deliveries, newest first, for people and (`.json`) for tests. */
export function eventsRouter(records: Records, deliveries: Deliveries): Router {
  const router = Router();
  const log = (): EventWithDelivery[] =>
    records.events
      .values()
      .reverse()
      .flatMap((event) => {
        const delivery = deliveries.of(event.id);
        return delivery ? [{ event, delivery }] : [];
      });
  const asJson = (response: Response): void => void response.set('Cache-Control', 'no-store').json(log());
  router.get('/sandbox/stripe/events.json', (_request, response) => asJson(response));
  router.get('/sandbox/stripe/events', (request: Request, response: Response) => {
    if (request.accepts(['html', 'json']) === 'json') asJson(response);
    else sendPage(response, 200, eventsPage(log()));
  });
  return router;
}

const states: Record<Delivery['state'], string> = {
  pending: 'on its way',
  delivered: 'delivered',
  failed: 'given up',
  lost: 'lost',
  none: 'no webhook address',
};

function eventsPage(log: EventWithDelivery[]): string {
  return page(
    'Payment events',
    html`<h1>Payment events</h1>
${
  log.length === 0
    ? html`<p class="notice">Nothing has happened yet. Buy something in the shop.</p>`
    : html`<div class="scroll" role="region" aria-label="Events" tabindex="0"><table class="log">
<thead><tr><th scope="col">Event</th><th scope="col">Object</th><th scope="col">Deliveries</th><th scope="col">Again</th></tr></thead>
<tbody>${log.map(rowOf)}</tbody></table></div>`
}
<h2>Controls</h2>
<p>What happens at the payment service without the shop's doing. Each is also a <code>POST</code> with JSON; see <code>docs/sandbox.md</code>.</p>
<div class="grid">
${control('refund', 'Refund', [field('refund-session', 'checkout_session', 'Checkout session'), field('refund-amount', 'amount', 'Öre; empty for all')])}
${control('refund-failed', 'Let a refund fail', [field('refund', 'refund', 'Refund')])}
${control('balance', "Set the shop's balance", [choice('covers_refunds', 'It covers refunds', ['no', 'yes'])])}
${control('dispute', 'Dispute', [field('dispute-session', 'checkout_session', 'Checkout session')])}
${control('fraud-warning', 'Early fraud warning', [field('fraud-session', 'checkout_session', 'Checkout session')])}
${control('dispute-close', 'Decide a dispute', [field('dispute', 'dispute', 'Dispute'), choice('status', 'Status', ['won', 'lost', 'warning_closed'])])}
${control('settle', 'Settle a payment now', [field('settle-session', 'checkout_session', 'Checkout session')])}
${control('terms-url', "Set the terms of service's address", [field('terms-url', 'url', 'Address; empty for none')])}
${control('expire', 'Let a session expire', [field('expire-session', 'checkout_session', 'Checkout session')])}
${control('lose-webhooks', 'Lose the next webhooks', [field('lose-count', 'count', 'How many'), field('lose-type', 'type', 'Type; empty for any')])}
${control('fail', 'Let the next calls fail', [field('fail-count', 'count', 'How many'), field('fail-status', 'status', 'HTTP status; 0 drops the connection')])}
</div>`,
  );
}

function rowOf({ event, delivery }: EventWithDelivery): Markup {
  const at = new Date(event.created * 1000).toISOString();
  const id = 'id' in event.data.object ? String(event.data.object.id) : '';
  return html`<tr>
<td><strong>${event.type}</strong><br><time datetime="${at}">${at.slice(0, 19).replace('T', ' ')}</time><br><code>${event.id}</code></td>
<td><code>${id}</code></td>
<td>${states[delivery.state]}${delivery.attempts.map(
    ({ at: tried, status, error }) =>
      html`<br><span class="quiet">${tried.slice(11, 19)} ${status ?? 'no answer'}${error !== null && html`: ${error}`}</span>`,
  )}</td>
<td><form method="post" action="/sandbox/stripe/redeliver"><input type="hidden" name="event" value="${event.id}"><button aria-label="Send ${event.type} ${event.id} again">Send</button></form></td>
</tr>
`;
}

function control(path: string, title: string, fields: Markup[]): Markup {
  return html`<form class="card" method="post" action="/sandbox/stripe/${path}"><h3>${title}</h3>${fields}<button>${title}</button></form>
`;
}

function field(id: string, name: string, label: string): Markup {
  return html`<div class="field"><label for="${id}">${label}</label><input type="text" id="${id}" name="${name}" autocomplete="off"></div>`;
}

function choice(name: string, label: string, values: string[]): Markup {
  const options = values.map((value) => html`<option>${value}</option>`);
  return html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${options}</select></div>`;
}
