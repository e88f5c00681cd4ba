// The contracts of the calls of the operator's page (back office), for members of the operators' group.

import * as endpoints from '../endpoints.ts';
import { importLimits } from '../operator-limits.ts';
import type { Contract } from './contract.ts';
import * as customers from './customers.ts';
import * as imports from './imports.ts';
import * as schemas from './operator.ts';

const byOperator = { who: 'operator', unlisted: true } as const;

export const operatorContracts = {
  [endpoints.operatorToday]: {
    ...byOperator,
    summary: 'What waits, what was sold lately, and what fails',
    answer: schemas.operatorTodaySchema,
  },
  [endpoints.operatorFigures]: {
    ...byOperator,
    summary: 'Sales and redemptions between two days',
    answer: schemas.operatorFiguresSchema,
    problems: ['invalid_request'],
  },
  [endpoints.operatorBooks]: {
    ...byOperator,
    summary: 'The books between two days: every sale and return, and the sums by country and VAT rate',
    answer: schemas.operatorBooksSchema,
    problems: ['invalid_request'],
  },
  [endpoints.operatorOrders]: {
    ...byOperator,
    summary: 'Find orders',
    request: schemas.orderSearchSchema,
    answer: schemas.operatorOrdersSchema,
  },
  [endpoints.operatorOrder]: {
    ...byOperator,
    summary: 'An order with its history',
    answer: schemas.operatorOrderSchema,
    problems: ['order_not_found'],
  },
  [endpoints.operatorRefund]: {
    ...byOperator,
    summary: 'Give back all that is left of an order',
    request: schemas.reasonedRequestSchema,
    answer: schemas.refundSchema,
    problems: ['order_not_found', 'refund_not_possible', 'payment_provider_unavailable'],
    load: 'provider',
  },
  [endpoints.operatorReceipt]: {
    ...byOperator,
    summary: "Have the payment provider send the receipt again, to the order's address",
    answer: schemas.receiptSchema,
    problems: ['order_not_found', 'payment_provider_unavailable'],
    load: 'provider',
  },
  [endpoints.operatorMove]: {
    ...byOperator,
    summary: 'Give an order to whoever owns another address',
    request: schemas.moveRequestSchema,
    answer: schemas.moveSchema,
    problems: ['order_not_found', 'invalid_email', 'correction_not_possible'],
  },
  [endpoints.operatorResync]: {
    ...byOperator,
    summary: 'Look an order up at the payment provider and take in what it says now',
    answer: schemas.resyncSchema,
    problems: ['order_not_found', 'payment_provider_unavailable'],
    load: 'provider',
  },
  [endpoints.operatorDecision]: {
    ...byOperator,
    summary: 'Close something about an order that waited for a decision',
    request: schemas.decisionRequestSchema,
    answer: null,
    problems: ['not_found'],
  },
  [endpoints.operatorEvidence]: {
    ...byOperator,
    summary: 'What the shop knows that answers a dispute, as a text',
    answer: schemas.textFileSchema,
    problems: ['order_not_found'],
  },
  [endpoints.operatorCustomer]: {
    ...byOperator,
    summary: 'Everything known under an address or of an account',
    request: customers.customerRequestSchema,
    answer: customers.operatorCustomerSchema,
    problems: ['invalid_email'],
  },
  [endpoints.operatorCustomerCopy]: {
    ...byOperator,
    summary: 'The copy of their data that a person may ask for, as JSON',
    request: customers.customerRequestSchema,
    answer: schemas.textFileSchema,
    problems: ['invalid_email', 'not_found'],
  },
  [endpoints.operatorSignOut]: {
    ...byOperator,
    summary: 'End every browser session of a person',
    request: customers.erasureRequestSchema,
    answer: customers.signedOutSchema,
    problems: ['invalid_email', 'not_found'],
  },
  [endpoints.operatorErasure]: {
    ...byOperator,
    summary: 'Erase what is held about a person; payment records stay',
    request: customers.erasureRequestSchema,
    answer: customers.erasureSchema,
    problems: ['invalid_email', 'not_found'],
  },
  [endpoints.operatorGrant]: {
    ...byOperator,
    summary: 'Give an adventure without a sale',
    request: customers.grantRequestSchema,
    answer: customers.grantSchema,
    problems: ['invalid_email'],
  },
  [endpoints.operatorGrantRevocation]: {
    ...byOperator,
    summary: 'Take an unlock away for good',
    request: schemas.reasonedRequestSchema,
    answer: null,
    problems: ['not_found'],
  },
  [endpoints.operatorCodeBatches]: {
    ...byOperator,
    summary: 'Batches of activation codes, the newest first',
    answer: schemas.operatorCodeBatchesSchema,
  },
  [endpoints.operatorNewCodeBatch]: {
    ...byOperator,
    summary: 'Make a batch of activation codes',
    request: schemas.newCodeBatchRequestSchema,
    answer: schemas.newCodeBatchSchema,
  },
  [endpoints.operatorCodeTable]: {
    ...byOperator,
    summary: 'The codes of a batch as a table (CSV), sent as it is read',
    answer: 'raw',
    problems: ['not_found'],
  },
  [endpoints.operatorRevocation]: {
    ...byOperator,
    summary: 'Revoke the codes of a batch, or allow them again',
    request: schemas.revocationRequestSchema,
    answer: schemas.revocationSchema,
    problems: ['not_found'],
  },
  [endpoints.operatorCode]: {
    ...byOperator,
    summary: 'A code as somebody typed it, and who redeemed it',
    request: schemas.codeRequestSchema,
    answer: schemas.operatorCodeSchema,
    problems: ['not_found'],
  },
  [endpoints.operatorCodeRevocation]: {
    ...byOperator,
    summary: 'Revoke one code, or allow it again',
    request: schemas.codeRevocationRequestSchema,
    answer: schemas.revocationSchema,
    problems: ['not_found'],
  },
  [endpoints.operatorImports]: {
    ...byOperator,
    summary: 'Imports of backers and old purchases, the newest first',
    answer: imports.operatorImportsSchema,
  },
  [endpoints.operatorNewImport]: {
    ...byOperator,
    summary: 'Try a file of backers or old purchases, or bring it in',
    request: imports.importRequestSchema,
    answer: imports.importResultSchema,
    body: { types: ['application/json'], largestBytes: importLimits.body },
  },
  [endpoints.operatorImportUndo]: {
    ...byOperator,
    summary: 'Take an import back',
    request: schemas.reasonedRequestSchema,
    answer: imports.importUndoSchema,
    problems: ['not_found'],
  },
  [endpoints.operatorMail]: {
    ...byOperator,
    summary: "How the shop's mail stands, and which letters did not arrive",
    answer: schemas.operatorMailSchema,
  },
  [endpoints.operatorLetterRetry]: {
    ...byOperator,
    summary: 'Send a letter again that did not arrive',
    request: schemas.reasonedRequestSchema,
    answer: null,
    problems: ['not_found'],
  },
  [endpoints.operatorActions]: {
    ...byOperator,
    summary: 'What operators did, the newest first',
    answer: schemas.operatorActionsSchema,
    problems: ['invalid_request'],
  },
} satisfies Record<string, Contract>;
