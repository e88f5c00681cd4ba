// Handlers of the calls of the operator's page (back office).

import { stringify } from 'csv-stringify/sync';
import type { Request } from 'express';
import type { Account } from '#server/accounts/identity-provider.ts';
import { bookColumns, bookRows, readBooks, totalColumns, totalRows } from '#server/operating/books.ts';
import { checkedMoment, checkedReason } from '#server/operating/checked-input.ts';
import { createCodeBatch, findCodeBatch, listCodeBatches } from '#server/operating/code-batches.ts';
import { codeColumns, codeRows } from '#server/operating/code-table.ts';
import { exportCodes, setCodesRevoked } from '#server/operating/codes.ts';
import { daysOf, periodOf, readFigures } from '#server/operating/figures.ts';
import { showMail } from '#server/operating/letters.ts';
import { listActions, type OperatorNeeds } from '#server/operating/operator-action.ts';
import {
  findOrders,
  listAttention,
  type OrderDetails,
  showOrder,
} from '#server/operating/operator-orders.ts';
import { refundOrder } from '#server/operating/refund-order.ts';
import * as endpoints from '#shared/endpoints.ts';
import type { HandlersOf } from '../mount-calls.ts';
import type { Services } from '../services.ts';

/** Actions that the page lists. */
const mostActions = 50;

type Operator =
  | typeof endpoints.operatorFigures
  | typeof endpoints.operatorBooks
  | typeof endpoints.operatorOrders
  | typeof endpoints.operatorOrder
  | typeof endpoints.operatorRefund
  | typeof endpoints.operatorCodeBatches
  | typeof endpoints.operatorNewCodeBatch
  | typeof endpoints.operatorCodeTable
  | typeof endpoints.operatorRevocation
  | typeof endpoints.operatorMail
  | typeof endpoints.operatorActions;

/** The calls of the operator's page, over the same use cases as the command line. */
export function operatorCalls(services: Services): HandlersOf<Operator> {
  const { config, ledger, clock } = services;
  const by = ({ username }: Account): OperatorNeeds => ({ ledger, clock, actor: `operator:${username}` });
  return {
    async [endpoints.operatorFigures]({ request, account }) {
      const period = periodOf(queryText(request, 'since'), queryText(request, 'until'), clock());
      const live = !config.stripe.testMode;
      const figures = await readFigures(by(account), period, live);
      return {
        ...daysOf(period),
        live,
        ...figures,
        attention: await listAttention(by(account)),
      };
    },
    async [endpoints.operatorBooks]({ request, account }) {
      const period = periodOf(queryText(request, 'since'), queryText(request, 'until'), clock());
      const { since, until } = daysOf(period);
      const { entries, totals } = await readBooks(by(account), period, !config.stripe.testMode);
      const csv = (columns: string[], rows: Record<string, string | number>[]) =>
        stringify(rows, { header: true, columns });
      return {
        files: [
          { fileName: `books-${since}-${until}.csv`, csv: csv(bookColumns, bookRows(entries)) },
          { fileName: `vat-${since}-${until}.csv`, csv: csv(totalColumns, totalRows(totals)) },
        ],
      };
    },
    async [endpoints.operatorOrders]({ request, account }) {
      return { orders: await findOrders(by(account), queryText(request, 'query') ?? '') };
    },
    async [endpoints.operatorOrder]({ parameters: { id }, account }) {
      return orderAnswer(await showOrder(by(account), id));
    },
    async [endpoints.operatorRefund]({ parameters: { id }, account, body: { reason } }) {
      const { checkoutSessionId: _, ...refund } = await refundOrder(
        { ...services, ...by(account) },
        id,
        reason,
      );
      return refund;
    },
    async [endpoints.operatorCodeBatches]({ account }) {
      return { batches: await listCodeBatches(by(account)) };
    },
    [endpoints.operatorNewCodeBatch]({ account, body: { expires, ...batch } }) {
      const expiresAt = expires === null ? null : checkedMoment(expires);
      return createCodeBatch(by(account), { ...batch, expiresAt });
    },
    async [endpoints.operatorCodeTable]({ parameters, account }) {
      const needs = by(account);
      const { id, campaign } = await findCodeBatch(needs, Number(parameters.id));
      let csv = '';
      for await (const codes of exportCodes(needs, { batchId: id })) {
        const options = { header: csv === '', columns: [...codeColumns], escape_formulas: true };
        csv += stringify(codeRows(codes), options);
      }
      return { fileName: `codes-${id}-${campaign.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.csv`, csv };
    },
    async [endpoints.operatorRevocation]({ parameters, account, body: { revoked, reason } }) {
      const needs = by(account);
      const { id } = await findCodeBatch(needs, Number(parameters.id));
      return { changed: await setCodesRevoked(needs, { batchId: id }, revoked, checkedReason(reason)) };
    },
    [endpoints.operatorMail]: ({ account }) => showMail(by(account)),
    async [endpoints.operatorActions]({ account }) {
      const actions = await listActions(by(account), mostActions);
      return {
        actions: actions.map(({ at, actor, action, subject, reason }) => ({
          ...{ at, actor, action, subject, reason },
        })),
      };
    },
  };
}

function orderAnswer({ summary, order, grants, history, moves, attention, letters }: OrderDetails) {
  const { purchase, refunds, disputes } = order;
  return {
    ...{ summary, moves, attention, letters },
    lines: purchase.lines,
    payments: [...refunds, ...disputes].map(({ kind, id, status, amountOre }) => ({
      kind,
      id,
      status,
      amountOre,
    })),
    grants: grants.map(({ adventureId, accountId, withheldReason, revokedReason }) => ({
      adventureId,
      accountId,
      withheld: revokedReason ?? withheldReason,
    })),
    history: history.map(({ at, adventureId, what, reason, actor }) => ({
      at,
      adventureId,
      what,
      reason,
      actor,
    })),
  };
}

function queryText(request: Request, name: string): string | undefined {
  const value = request.query[name];
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, 300) : undefined;
}
