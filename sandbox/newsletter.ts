import express, { type Request, Router } from 'express';
import { inputMessages, isEmail, normaliseEmail } from '#shared/identity-input.ts';
import { site } from '#shared/site.ts';
import type { Inbox } from './inbox.ts';
import { html, type Markup, page } from './pages/html.ts';
import { sendPage } from './pages/send-page.ts';

type Variant = 'desktop' | 'mobile';

/**
 * `GET` and `POST /newsletter-form`: the form of a newsletter service, made to stand in a frame of the shop.
 * `?variant=desktop|mobile` chooses the layout.
 */
export function newsletterRouter(inbox: Inbox): Router {
  const router = Router();
  router.get('/newsletter-form', (request, response) => {
    sendPage(response, 200, form(variantOf(request), '', null), { frameable: true });
  });
  router.post('/newsletter-form', express.urlencoded({ extended: false }), (request, response) => {
    const typed = String(request.body?.email ?? '');
    const email = normaliseEmail(typed);
    if (!isEmail(email)) {
      const markup = form(variantOf(request), typed, inputMessages.emailInvalid);
      sendPage(response, 422, markup, { frameable: true });
      return;
    }
    inbox.deliver({
      to: email,
      from: 'newsletter',
      subject: `Welcome to the ${site.name} newsletter`,
      text: `You asked for news from ${site.name} at this address. The next letter comes when there is something to hear.\n\nIf this was not you, ignore this mail.`,
    });
    sendPage(response, 200, thanks(email), { frameable: true });
  });
  return router;
}

function variantOf({ query }: Request): Variant {
  return query['variant'] === 'mobile' ? 'mobile' : 'desktop';
}

function form(variant: Variant, typed: string, fault: string | null): string {
  return bare(html`<form method="post" action="/newsletter-form?variant=${variant}" class="${variant === 'desktop' ? 'row' : 'stack'}" novalidate>
<div><label for="email">E-mail address for the newsletter</label>
<input id="email" name="email" type="email" autocomplete="email" required value="${typed}"${fault !== null && html` aria-invalid="true" aria-describedby="email-fault"`}>
${fault !== null && html`<p class="field-fault" id="email-fault" role="alert">${fault}</p>`}</div>
<div><button class="main">Sign up</button></div>
</form>`);
}

function thanks(email: string): string {
  return bare(html`<p class="notice" role="status">Thank you. We have sent a mail to ${email}.</p>`);
}

function bare(body: Markup): string {
  return page('Newsletter', html`<main>${body}</main>`, { bare: true });
}
