// The contracts of the calls of the operator's page (back office), for members of the operators' group.

import * as endpoints from '../endpoints.ts';
import { importLimits } from '../operator-limits.ts';
import type { Contract } from './contract.ts';
import * as customers from './customers.ts';
import * as imports from './imports.ts';
import * as schemas from './operator.ts';
import * as codes from './operator-codes.ts';
import * as orders from './operator-orders.ts';

const byOperator = { who: 'operator', unlisted: true } as const;
const providerProblems = ['payment_provider_unavailable', 'payment_key_refused'] as const;

export const operatorContracts = {
  [endpoints.operatorToday]: { ...byOperator, answer: schemas.operatorTodaySchema },
  [endpoints.operatorFigures]: {
    ...byOperator,
    answer: schemas.operatorFiguresSchema,
    problems: ['invalid_request'],
  },
  [endpoints.operatorBooks]: {
    ...byOperator,
    answer: schemas.operatorBooksSchema,
    problems: ['invalid_request'],
  },
  [endpoints.operatorOrders]: {
    ...byOperator,
    request: orders.orderSearchSchema,
    answer: orders.operatorOrdersSchema,
  },
  [endpoints.operatorOrder]: {
    ...byOperator,
    answer: orders.operatorOrderSchema,
    problems: ['order_not_found'],
  },
  [endpoints.operatorRefund]: {
    ...byOperator,
    request: orders.refundRequestSchema,
    answer: orders.refundSchema,
    problems: ['order_not_found', 'not_found', 'refund_not_possible', ...providerProblems],
    load: 'provider',
  },
  [endpoints.operatorRefundNames]: {
    ...byOperator,
    request: orders.refundNamesRequestSchema,
    answer: orders.refundNamesSchema,
    problems: ['order_not_found', 'not_found', 'refund_not_possible', ...providerProblems],
    load: 'provider',
  },
  [endpoints.operatorReceipt]: {
    ...byOperator,
    answer: orders.receiptSchema,
    problems: ['order_not_found', 'invalid_email', ...providerProblems],
    load: 'provider',
  },
  [endpoints.operatorMove]: {
    ...byOperator,
    request: orders.moveRequestSchema,
    answer: orders.moveSchema,
    problems: ['order_not_found', 'invalid_email', 'correction_not_possible'],
  },
  [endpoints.operatorResync]: {
    ...byOperator,
    answer: orders.resyncSchema,
    problems: ['order_not_found', ...providerProblems],
    load: 'provider',
  },
  [endpoints.operatorDecision]: {
    ...byOperator,
    request: orders.decisionRequestSchema,
    answer: null,
    problems: ['not_found'],
  },
  [endpoints.operatorEvidence]: {
    ...byOperator,
    answer: schemas.textFileSchema,
    problems: ['order_not_found'],
  },
  [endpoints.operatorCustomer]: {
    ...byOperator,
    request: customers.customerRequestSchema,
    answer: customers.operatorCustomerSchema,
    problems: ['invalid_email'],
  },
  [endpoints.operatorCustomerCopy]: {
    ...byOperator,
    request: customers.customerCopyRequestSchema,
    answer: customers.customerCopySchema,
    problems: ['invalid_email', 'not_found'],
  },
  [endpoints.operatorSignOut]: {
    ...byOperator,
    request: customers.signOutRequestSchema,
    answer: customers.signedOutSchema,
    problems: ['invalid_email', 'not_found'],
  },
  [endpoints.operatorErasure]: {
    ...byOperator,
    request: customers.erasureRequestSchema,
    answer: customers.erasureSchema,
    problems: ['invalid_email', 'not_found'],
  },
  [endpoints.operatorGrant]: {
    ...byOperator,
    request: customers.grantRequestSchema,
    answer: customers.grantSchema,
    problems: ['invalid_email', 'not_found'],
  },
  [endpoints.operatorGrantRevocation]: {
    ...byOperator,
    request: schemas.reasonedRequestSchema,
    answer: null,
    problems: ['not_found'],
  },
  [endpoints.operatorCodeBatches]: { ...byOperator, answer: codes.operatorCodeBatchesSchema },
  [endpoints.operatorNewCodeBatch]: {
    ...byOperator,
    request: codes.newCodeBatchRequestSchema,
    answer: codes.newCodeBatchSchema,
  },
  [endpoints.operatorCodeTable]: { ...byOperator, answer: 'raw', problems: ['not_found'] },
  [endpoints.operatorRevocation]: {
    ...byOperator,
    request: codes.revocationRequestSchema,
    answer: codes.revocationSchema,
    problems: ['not_found'],
  },
  [endpoints.operatorCode]: {
    ...byOperator,
    request: codes.codeRequestSchema,
    answer: codes.operatorCodeSchema,
    problems: ['not_found'],
  },
  [endpoints.operatorCodeRevocation]: {
    ...byOperator,
    request: codes.codeRevocationRequestSchema,
    answer: codes.revocationSchema,
    problems: ['not_found'],
  },
  [endpoints.operatorImports]: { ...byOperator, answer: imports.operatorImportsSchema },
  [endpoints.operatorNewImport]: {
    ...byOperator,
    request: imports.importRequestSchema,
    answer: imports.importResultSchema,
    body: { types: ['application/json'], largestBytes: importLimits.body },
  },
  [endpoints.operatorImportUndo]: {
    ...byOperator,
    request: schemas.reasonedRequestSchema,
    answer: imports.importUndoSchema,
    problems: ['not_found'],
  },
  [endpoints.operatorMail]: { ...byOperator, answer: schemas.operatorMailSchema },
  [endpoints.operatorLettersRetry]: {
    ...byOperator,
    request: schemas.lettersRetrySchema,
    answer: schemas.lettersRetriedSchema,
    problems: ['not_found'],
  },
  [endpoints.operatorLetterRetry]: {
    ...byOperator,
    request: schemas.reasonedRequestSchema,
    answer: null,
    problems: ['not_found'],
  },
  [endpoints.operatorActions]: {
    ...byOperator,
    answer: schemas.operatorActionsSchema,
    problems: ['invalid_request'],
  },
} satisfies Record<string, Contract>;
