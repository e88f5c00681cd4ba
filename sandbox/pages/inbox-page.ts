import { type Request, type Response, Router } from 'express';
import type { Inbox, Mail } from '../inbox.ts';
import { html, type Markup, page, withQuery } from './html.ts';
import { sendPage } from './send-page.ts';

/** `GET /inbox` for people and `GET /inbox.json` for tests; `?to=address` narrows both to one person's mail. */
export function inboxRouter(inbox: Inbox): Router {
  const router = Router();
  router.get('/inbox', (request, response) => {
    const to = addressee(request);
    sendPage(response, 200, inboxPage(inbox.list(to), to));
  });
  router.get('/inbox.json', (request: Request, response: Response) => {
    response.set('Cache-Control', 'no-store').json(inbox.list(addressee(request)));
  });
  router.get('/inbox/:id', (request, response) => {
    const letter = inbox.find(request.params.id)?.html;
    if (!letter) return void sendPage(response, 404, page('Inbox', html`<h1>There is no such letter</h1>`));
    // As a mail program shows it: its own styles, and nothing from outside.
    response.set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
    });
    return void response.type('html').send(letter);
  });
  return router;
}

function addressee({ query }: Request): string | undefined {
  const to = query['to'];
  return typeof to === 'string' && to.trim() !== '' ? to : undefined;
}

function inboxPage(mails: Mail[], to: string | undefined): string {
  return page(
    'Inbox',
    html`<h1>Inbox</h1>
<p>Every mail that the shop and the real services would have sent, newest first.</p>
<form method="get" action="/inbox" class="card">
<div class="field"><label for="to">Only mail to</label>
<input id="to" name="to" type="email" value="${to ?? ''}" autocomplete="off"></div>
<button>Show</button>
</form>
${to !== undefined && html`<p><a href="/inbox">Show all mail</a></p>`}
${mails.length === 0 ? html`<p class="notice">No mail yet.</p>` : mails.map(mailCard)}`,
  );
}

function mailCard({ id, to, subject, text, html: letter, code, sentAt }: Mail): Markup {
  return html`<article class="card">
<h2>${subject}</h2>
<p class="quiet">To <a href="${withQuery('/inbox', 'to', to)}">${to}</a>, <time datetime="${sentAt}">${sentAt.slice(0, 19).replace('T', ' ')} UTC</time></p>
<pre>${text}</pre>
${letter && html`<p><a href="/inbox/${id}">As a page</a></p>`}
${code !== null && html`<p class="notice">Code: <strong><code>${code}</code></strong></p>`}
</article>
`;
}
