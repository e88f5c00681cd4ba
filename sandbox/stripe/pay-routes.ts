import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { inputMessages, isEmail, normaliseEmail } from '#shared/identity-input.ts';
import { sendPage } from '../pages/send-page.ts';
import type { Checkout } from './checkout.ts';
import { invoicePage } from './invoice-page.ts';
import type { Buyer } from './objects/session.ts';
import { taxedCountries } from './objects/tax.ts';
import type { Session } from './objects/wire-types.ts';
import { closedPage, missingPage, type PayPageState, payPage, successUrl, untouched } from './pay-page.ts';
import type { Records, SessionRecord } from './records.ts';

const declined = 'Your card was declined. Nothing was charged: try another way to pay.';

const formSchema = z.object({
  outcome: z.enum(['pay', 'pay_in_euro', 'decline', 'pay_later_success', 'pay_later_failure', 'cancel']),
  email: z.string().max(800).default(''),
  terms: z.literal('accepted').optional(),
  country: z.enum(taxedCountries).default('SE'),
  business: z.string().trim().max(200).default(''),
  vat_number: z.string().trim().max(30).default(''),
});
type Form = z.output<typeof formSchema>;

/** `GET /pay/:id` shows the payment page; a `POST` of its form ends the payment as its field `outcome` says. */
export function payRouter(checkout: Checkout, records: Records, termsUrl: () => string | null): Router {
  const router = Router();
  const show = (response: Response, status: number, record: SessionRecord, state = untouched): void =>
    sendPage(response, status, payPage(record, termsUrl(), state));

  router.get('/pay/:id', (request, response) => {
    const record = records.sessions.get(request.params.id);
    if (!record) sendPage(response, 404, missingPage());
    else if (record.session.status !== 'open') sendPage(response, 200, closedPage(record));
    else show(response, 200, record);
  });

  router.get('/invoice/:id', (request, response) => {
    const invoice = records.invoices.get(request.params.id);
    const record = records.sessions.values().find(({ session }) => session.invoice === invoice?.id);
    if (invoice && record) sendPage(response, 200, invoicePage(invoice, record));
    else sendPage(response, 404, missingPage());
  });

  // The recovery URL of an expired session: it opens the same order once more.
  router.get('/recover/:id', (request, response) => {
    const record = records.sessions.get(request.params.id);
    const session = record && checkout.recover(record.session.id);
    if (session) redirect(response, session.url);
    else sendPage(response, 404, missingPage());
  });

  router.post(
    '/pay/:id',
    express.urlencoded({ extended: false }),
    (request: Request<{ id: string }>, response: Response) => {
      const record = records.sessions.get(request.params.id);
      if (!record) {
        sendPage(response, 404, missingPage());
        return;
      }
      if (record.session.status !== 'open') {
        sendPage(response, 409, closedPage(record));
        return;
      }
      const form = formSchema.safeParse(request.body ?? {});
      if (!form.success) {
        show(response, 400, record, { ...untouched, fault: 'Choose how the payment ends.' });
        return;
      }
      conclude(response, record, form.data);
    },
  );

  const conclude = (response: Response, record: SessionRecord, form: Form): void => {
    const { session } = record;
    if (form.outcome === 'cancel') {
      redirect(response, session.cancel_url);
      return;
    }
    const { buyer, faults } = readBuyer(session, form);
    if (faults) {
      show(response, 422, record, faults);
      return;
    }
    if (form.outcome === 'decline') {
      checkout.decline(session.id, buyer);
      show(response, 402, record, { ...untouched, ...typed(form), fault: declined });
      return;
    }
    const { id, success_url } =
      form.outcome === 'pay' || form.outcome === 'pay_in_euro'
        ? checkout.pay(session.id, buyer, form.outcome === 'pay' ? undefined : 'eur')
        : checkout.payLater(session.id, buyer, form.outcome === 'pay_later_success' ? 'succeeded' : 'failed');
    redirect(response, successUrl(id, success_url));
  };

  return router;
}

/** The session's own address takes precedence over the form's, which is then not shown. */
function readBuyer(session: Session, form: Form): { buyer: Buyer; faults: PayPageState | null } {
  const buyer = {
    email: session.customer_email ?? form.email.trim(),
    acceptsTerms: form.terms === 'accepted',
    country: form.country,
    business:
      form.vat_number === '' ? null : { name: form.business, vatNumber: form.vat_number.toUpperCase() },
  };
  const emailFault = isEmail(normaliseEmail(buyer.email)) ? null : inputMessages.emailInvalid;
  const needsTerms = session.consent_collection?.terms_of_service === 'required';
  const termsFault = needsTerms && !buyer.acceptsTerms ? 'You must agree to the terms to pay.' : null;
  const faulty = emailFault !== null || termsFault !== null;
  return { buyer, faults: faulty ? { ...typed(form), emailFault, termsFault, fault: null } : null };
}

/** The form values to show again after an error. */
function typed({ email, terms }: Form): Pick<PayPageState, 'email' | 'acceptsTerms'> {
  return { email, acceptsTerms: terms === 'accepted' };
}

/** Without a cancel URL, which is optional at Stripe, the buyer stays on the page. */
function redirect(response: Response, url: string | null): void {
  response.redirect(303, url ?? response.req.originalUrl);
}
