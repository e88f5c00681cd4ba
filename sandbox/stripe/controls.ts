import express, { type NextFunction, type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { refundableCharge } from './api/refunds.ts';
import type { Checkout } from './checkout.ts';
import type { Deliveries } from './deliveries.ts';
import type { Disputes } from './disputes.ts';
import { byItself } from './events.ts';
import type { Records } from './records.ts';
import type { Refunds } from './refunds.ts';
import { noSuch, refused, StripeApiError } from './wire/errors.ts';
import type { Faults } from './wire/faults.ts';
import type { Permissions } from './wire/permissions.ts';

interface ControlParts {
  records: Records;
  checkout: Checkout;
  refunds: Refunds;
  disputes: Disputes;
  deliveries: Deliveries;
  faults: Faults;
  permissions: Permissions;
  setSettleDelay(milliseconds: number): void;
  setTermsUrl(url: string | null): void;
  setAccountVersion(version: string | null): void;
}

const optionalText = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional();
/** A payment, by its intent or by the session that it paid. */
const payment = { payment_intent: optionalText, checkout_session: optionalText };
const optionalNumber = z
  .union([z.literal('').transform(() => undefined), z.coerce.number().int().min(1)])
  .optional();

const schemas = {
  refund: z.strictObject({ ...payment, amount: optionalNumber }),
  refundFailed: z.strictObject({ refund: z.string().trim().min(1) }),
  balance: z.strictObject({ covers_refunds: z.stringbool().or(z.boolean()) }),
  dispute: z.strictObject({
    ...payment,
    inquiry: z.stringbool().or(z.boolean()).optional(),
    presentment: z.stringbool().or(z.boolean()).optional(),
  }),
  fraudWarning: z.strictObject(payment),
  disputeClose: z.strictObject({
    dispute: z.string().trim().min(1),
    status: z.enum(['won', 'lost', 'warning_closed']),
  }),
  termsUrl: z.strictObject({ url: z.union([z.literal(''), z.url()]).optional() }),
  accountVersion: z.strictObject({
    version: z.union([z.literal(''), z.string().regex(/^\d{4}-\d{2}-\d{2}(?:\.\w+)?$/)]).optional(),
  }),
  loseWebhooks: z.strictObject({ count: z.coerce.number().int().min(0), type: optionalText }),
  redeliver: z.strictObject({ event: z.string().trim().min(1) }),
  settle: z.strictObject({ checkout_session: z.string().trim().min(1) }),
  settleDelay: z.strictObject({ seconds: z.coerce.number().min(0) }),
  restrict: z.strictObject({ denied: z.string().trim() }),
  expire: z.strictObject({ checkout_session: z.string().trim().min(1) }),
  fail: z.strictObject({
    count: z.coerce.number().int().min(0),
    status: z.coerce
      .number()
      .int()
      .refine((status) => status === 0 || (status >= 400 && status <= 599)),
    path: optionalText,
    message: optionalText,
  }),
};

/**
 * `POST /sandbox/stripe/…`: events at the payment service that the shop does not cause (refunds, disputes, settlement).
 * Takes JSON or a form, and answers with JSON, or redirects a browser's form to its page.
 */
export function controlsRouter({
  records,
  checkout,
  refunds,
  disputes,
  deliveries,
  faults,
  permissions,
  setSettleDelay,
  setTermsUrl,
  setAccountVersion,
}: ControlParts): Router {
  const router = Router();

  const chargeOf = (named: {
    payment_intent?: string | undefined;
    checkout_session?: string | undefined;
  }): string => {
    const session =
      named.checkout_session === undefined ? null : checkout.find(named.checkout_session).session;
    const intent = session ? session.payment_intent : named.payment_intent;
    if (!intent) throw refused('Name a payment_intent, or a checkout_session that has been paid.');
    return refundableCharge(String(intent), records);
  };

  const control = <T extends z.ZodType>(
    path: string,
    schema: T,
    act: (input: z.output<T>) => object,
  ): void => {
    router.post(`/sandbox/stripe/${path}`, (request: Request, response: Response) => {
      const input = schema.safeParse(request.body ?? {});
      if (!input.success) throw refused(z.prettifyError(input.error));
      const result = act(input.data);
      if (request.is('application/x-www-form-urlencoded') && request.accepts(['html', 'json']) === 'html')
        response.redirect(303, '/sandbox/stripe/events');
      else response.json(result);
    });
  };

  router.use('/sandbox/stripe', express.json(), express.urlencoded({ extended: false }));
  control('refund', schemas.refund, ({ amount, ...named }) =>
    refunds.create({ chargeId: chargeOf(named), amount }, byItself),
  );
  control('refund-failed', schemas.refundFailed, ({ refund }) => refunds.fail(refund));
  control('balance', schemas.balance, ({ covers_refunds: covers }) => ({ paid: refunds.setCovered(covers) }));
  control('dispute', schemas.dispute, ({ inquiry, presentment, ...named }) =>
    disputes.open(chargeOf(named), { inquiry, presentment }),
  );
  control('fraud-warning', schemas.fraudWarning, (named) => disputes.warn(chargeOf(named)));
  control('dispute-close', schemas.disputeClose, ({ dispute, status }) => disputes.close(dispute, status));
  control('lose-webhooks', schemas.loseWebhooks, ({ count, type }) => {
    deliveries.loseNext(count, type);
    return { count, type: type ?? null };
  });
  control('redeliver', schemas.redeliver, ({ event: id }) => {
    const event = records.events.get(id);
    if (!event) throw noSuch('event', id, 'event');
    deliveries.redeliver(event);
    return event;
  });
  control('settle', schemas.settle, ({ checkout_session: id }) => checkout.settle(id));
  control('settle-delay', schemas.settleDelay, ({ seconds }) => {
    setSettleDelay(seconds * 1000);
    return { seconds };
  });
  control('terms-url', schemas.termsUrl, ({ url }) => {
    setTermsUrl(url || null);
    return { url: url || null };
  });
  control('account-version', schemas.accountVersion, ({ version }) => {
    setAccountVersion(version || null);
    return { version: version || null };
  });
  control('expire', schemas.expire, ({ checkout_session: id }) => checkout.expire(id, byItself));
  control('restrict', schemas.restrict, ({ denied }) => {
    const rights = denied.split(/[\s,]+/).filter(Boolean);
    permissions.deny(rights);
    return { denied: rights };
  });
  control('fail', schemas.fail, ({ count, status, path, message }) => {
    faults.failNext(count, status, path, message);
    return { count, status, path: path ?? null, message: message ?? null };
  });
  router.use(
    '/sandbox/stripe',
    (error: unknown, _request: Request, response: Response, next: NextFunction) => {
      if (error instanceof StripeApiError) response.status(error.status).json({ error: error.body });
      else next(error);
    },
  );
  return router;
}
