/**
 * Method and path of every API call, in one place. The rest of a call is in its contract (`shared/api/calls.ts`). There
 * is no zod here, so that the browser can import it, and each endpoint is a separate constant, so that a page only
 * bundles those that it calls (tree shaking).
 */
export const createCheckoutSession = 'POST /api/create-checkout-session';
export const readOrder = 'GET /api/orders/:checkoutSessionId';
export const correctAddress = 'POST /api/orders/:checkoutSessionId/address';
export const offerClaimLink = 'POST /api/orders/:checkoutSessionId/claim-link';
export const wrapGift = 'POST /api/orders/:checkoutSessionId/gift';
export const readInvoice = 'GET /api/orders/:checkoutSessionId/invoice';
export const listOwnOrders = 'GET /api/orders';
export const withdraw = 'POST /api/withdrawals';
export const mailOrderLinks = 'POST /api/order-links';
export const listProducts = 'GET /api/products';
export const readUnlockedContent = 'GET /api/unlocked-content';
export const useCode = 'POST /api/use-code';
export const claim = 'POST /api/claims';
export const previewClaim = 'POST /api/claims/preview';
export const download = 'GET /api/downloads/:id';
export const readSession = 'GET /api/session';
export const beginSession = 'POST /api/session';
export const endSession = 'DELETE /api/session';
/** The account's browser sessions: list, end one, end all but the caller's. */
export const listSessions = 'GET /api/sessions';
export const endOneSession = 'DELETE /api/sessions/:id';
export const endOtherSessions = 'DELETE /api/sessions';
/** Signs out everywhere, including the app: used after a new password. */
export const signOutEverywhere = 'POST /api/sign-out-everywhere';
export const deleteAccount = 'DELETE /api/account';
export const readConfig = 'GET /api/config';
export const readOpenApi = 'GET /api/openapi.json';

/** The payment provider's webhook. */
export const receiveStripeEvent = 'POST /api/stripe/webhook';
/** Reports of content security policy (CSP) violations. */
export const reportCspViolations = 'POST /api/csp-reports';
/** Web Vitals reports: page speed in visitors' browsers. */
export const reportWebVitals = 'POST /api/web-vitals';
/**
 * Health checks for proxies, load balancers and supervisors: liveness (the process answers and is not stopping) and
 * readiness (it can do its work).
 */
export const readHealth = 'GET /healthz';
export const readReadiness = 'GET /readyz';
/** App links: which apps open links of this site, for iOS and Android. */
export const readAppleAppSiteAssociation = 'GET /.well-known/apple-app-site-association';
export const readAssetLinks = 'GET /.well-known/assetlinks.json';
/** Password managers open this URL (w3.org/TR/change-password-url). */
export const changePassword = 'GET /.well-known/change-password';
export const readSecurityTxt = 'GET /.well-known/security.txt';

/** The operator's page. What may contain an e-mail address is sent in the body, because proxies log URLs. */
export const operatorToday = 'GET /api/operator/today';
export const operatorFigures = 'GET /api/operator/figures';
export const operatorBooks = 'GET /api/operator/books';
export const operatorOrders = 'POST /api/operator/orders';
export const operatorOrder = 'GET /api/operator/orders/:id';
export const operatorRefund = 'POST /api/operator/orders/:id/refund';
export const operatorRefundNames = 'POST /api/operator/orders/:id/refund-names';
export const operatorReceipt = 'POST /api/operator/orders/:id/receipt';
export const operatorMove = 'POST /api/operator/orders/:id/move';
export const operatorResync = 'POST /api/operator/orders/:id/resync';
export const operatorDecision = 'POST /api/operator/orders/:id/decision';
export const operatorEvidence = 'GET /api/operator/orders/:id/evidence';
export const operatorCustomer = 'POST /api/operator/customers';
export const operatorCustomerCopy = 'POST /api/operator/customers/copy';
export const operatorSignOut = 'POST /api/operator/customers/sign-out';
export const operatorErasure = 'POST /api/operator/customers/erasure';
export const operatorGrant = 'POST /api/operator/grants';
export const operatorGrantRevocation = 'POST /api/operator/grants/:id/revocation';
export const operatorCodeBatches = 'GET /api/operator/code-batches';
export const operatorNewCodeBatch = 'POST /api/operator/code-batches';
export const operatorCodeTable = 'GET /api/operator/code-batches/:id/table';
export const operatorRevocation = 'POST /api/operator/code-batches/:id/revocation';
export const operatorCode = 'POST /api/operator/codes';
export const operatorCodeRevocation = 'POST /api/operator/codes/revocation';
export const operatorImports = 'GET /api/operator/imports';
export const operatorNewImport = 'POST /api/operator/imports';
export const operatorImportUndo = 'POST /api/operator/imports/:id/undo';
export const operatorMail = 'GET /api/operator/mail';
export const operatorLettersRetry = 'POST /api/operator/letters/retry';
export const operatorLetterRetry = 'POST /api/operator/letters/:id/retry';
export const operatorActions = 'GET /api/operator/actions';

export type Method = 'GET' | 'POST' | 'DELETE';

/** The names after the colons of an endpoint's path. */
type ParameterOf<E extends string> = E extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : E extends `${string}:${infer Name}`
    ? Name
    : never;
/** The values that an endpoint's path needs, by name. */
export type ParametersOf<E extends string> = Readonly<Record<ParameterOf<E>, string | number>>;

export function methodOf(endpoint: string): Method {
  return endpoint.slice(0, endpoint.indexOf(' ')) as Method;
}

/** The path as a pattern, for example `/api/orders/:checkoutSessionId`. */
export function patternOf(endpoint: string): string {
  return endpoint.slice(endpoint.indexOf(' ') + 1);
}

/** The path of one request, its parameters filled in. */
export function pathOf<E extends string>(endpoint: E, parameters: ParametersOf<E>): string {
  const values: Readonly<Record<string, string | number>> = parameters;
  return patternOf(endpoint).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
