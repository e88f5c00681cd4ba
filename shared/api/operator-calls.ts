// The contracts of the calls of the operator's page (back office), for members of the operators' group.

import * as endpoints from '../endpoints.ts';
import { importLimits } from '../operator-limits.ts';
import type { Contract } from './contract.ts';
import * as customers from './customers.ts';
import * as imports from './imports.ts';
import * as schemas from './operator.ts';

const byOperator = { who: 'operator', unlisted: true } as const;

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
    request: schemas.orderSearchSchema,
    answer: schemas.operatorOrdersSchema,
  },
  [endpoints.operatorOrder]: {
    ...byOperator,
    answer: schemas.operatorOrderSchema,
    problems: ['order_not_found'],
  },
  [endpoints.operatorRefund]: {
    ...byOperator,
    request: schemas.refundRequestSchema,
    answer: schemas.refundSchema,
    problems: ['order_not_found', 'refund_not_possible', 'payment_provider_unavailable'],
    load: 'provider',
  },
  [endpoints.operatorRefundNames]: {
    ...byOperator,
    request: schemas.refundNamesRequestSchema,
    answer: schemas.refundNamesSchema,
    problems: ['order_not_found', 'refund_not_possible', 'payment_provider_unavailable'],
    load: 'provider',
  },
  [endpoints.operatorReceipt]: {
    ...byOperator,
    answer: schemas.receiptSchema,
    problems: ['order_not_found', 'payment_provider_unavailable'],
    load: 'provider',
  },
  [endpoints.operatorMove]: {
    ...byOperator,
    request: schemas.moveRequestSchema,
    answer: schemas.moveSchema,
    problems: ['order_not_found', 'invalid_email', 'correction_not_possible'],
  },
  [endpoints.operatorResync]: {
    ...byOperator,
    answer: schemas.resyncSchema,
    problems: ['order_not_found', 'payment_provider_unavailable'],
    load: 'provider',
  },
  [endpoints.operatorDecision]: {
    ...byOperator,
    request: schemas.decisionRequestSchema,
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
    request: customers.customerRequestSchema,
    answer: schemas.textFileSchema,
    problems: ['invalid_email', 'not_found'],
  },
  [endpoints.operatorSignOut]: {
    ...byOperator,
    request: customers.erasureRequestSchema,
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
    problems: ['invalid_email'],
  },
  [endpoints.operatorGrantRevocation]: {
    ...byOperator,
    request: schemas.reasonedRequestSchema,
    answer: null,
    problems: ['not_found'],
  },
  [endpoints.operatorCodeBatches]: { ...byOperator, answer: schemas.operatorCodeBatchesSchema },
  [endpoints.operatorNewCodeBatch]: {
    ...byOperator,
    request: schemas.newCodeBatchRequestSchema,
    answer: schemas.newCodeBatchSchema,
  },
  [endpoints.operatorCodeTable]: { ...byOperator, answer: 'raw', problems: ['not_found'] },
  [endpoints.operatorRevocation]: {
    ...byOperator,
    request: schemas.revocationRequestSchema,
    answer: schemas.revocationSchema,
    problems: ['not_found'],
  },
  [endpoints.operatorCode]: {
    ...byOperator,
    request: schemas.codeRequestSchema,
    answer: schemas.operatorCodeSchema,
    problems: ['not_found'],
  },
  [endpoints.operatorCodeRevocation]: {
    ...byOperator,
    request: schemas.codeRevocationRequestSchema,
    answer: schemas.revocationSchema,
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
