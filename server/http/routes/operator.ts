import { stringify } from 'csv-stringify/sync';
import { type Request, Router } from 'express';
import type { z } from 'zod';
import { checkedMoment, checkedReason } from '#server/operating/checked-input.ts';
import { createCodeBatch, findCodeBatch, listCodeBatches } from '#server/operating/code-batches.ts';
import { codeColumns, codeRows } from '#server/operating/code-table.ts';
import { exportCodes, setCodesRevoked } from '#server/operating/codes.ts';
import { isoDay, periodOf, readFigures } from '#server/operating/figures.ts';
import { listActions, type OperatorNeeds } from '#server/operating/operator-action.ts';
import {
  findOrders,
  listAttention,
  type OrderDetails,
  showOrder,
} from '#server/operating/operator-orders.ts';
import {
  type codeTableSchema,
  newCodeBatchRequestSchema,
  type newCodeBatchSchema,
  type operatorActionsSchema,
  type operatorCodeBatchesSchema,
  type operatorFiguresSchema,
  type operatorOrderSchema,
  type operatorOrdersSchema,
  revocationRequestSchema,
  type revocationSchema,
} from '#shared/api/operator.ts';
import type { Authenticator } from '../authenticate.ts';
import { endpoint, jsonBody } from '../endpoint.ts';
import { requireOperator } from '../operator-only.ts';
import type { Services } from '../services.ts';

/** Actions that the page lists. */
const mostActions = 50;

/** A type as it leaves as JSON: dates become text. */
type Wire<T> = T extends Date ? string : T extends object ? { [Key in keyof T]: Wire<T[Key]> } : T;
type Answer<S extends z.ZodType> = z.infer<S>;

/**
 * `/api/operator/…`: the operator's page, over the same use cases as the command line. Without a group in the configuration
 * none of it exists.
 */
export function operatorRouter(services: Services, authenticate: Authenticator): Router {
  const router = Router();
  const { config, ledger, clock } = services;
  const group = config.operatorGroup;
  if (group === null) return router;

  type Handle = (request: Request, needs: OperatorNeeds) => Promise<unknown>;
  const call = (path: string, handlers: { get?: Handle; post?: Handle }) =>
    endpoint(
      router,
      `/operator${path}`,
      Object.fromEntries(
        Object.entries(handlers).map(([method, handle]) => [
          method,
          async (request, response) => {
            const actor = await requireOperator(request, response, authenticate, group);
            response.json(await handle(request, { ledger, clock, actor }));
          },
        ]),
      ),
    );

  call('/figures', {
    async get(request, needs): Promise<Wire<Answer<typeof operatorFiguresSchema>>> {
      const period = periodOf(queryText(request, 'since'), queryText(request, 'until'), clock());
      const live = !config.stripe.testMode;
      const figures = await readFigures(needs, period, live);
      const until = isoDay(new Date(period.to.getTime() - 1));
      return wire({
        since: isoDay(period.from),
        until,
        live,
        ...figures,
        attention: await listAttention(needs),
      });
    },
  });
  call('/orders', {
    async get(request, needs): Promise<Answer<typeof operatorOrdersSchema>> {
      return wire({ orders: await findOrders(needs, queryText(request, 'query') ?? '') });
    },
  });
  call('/orders/:id', {
    async get(request, needs): Promise<Answer<typeof operatorOrderSchema>> {
      return orderAnswer(await showOrder(needs, String(request.params['id'])));
    },
  });
  call('/code-batches', {
    async get(_request, needs): Promise<Answer<typeof operatorCodeBatchesSchema>> {
      return wire({ batches: await listCodeBatches(needs) });
    },
    async post(request, needs): Promise<Answer<typeof newCodeBatchSchema>> {
      const { expires, ...batch } = jsonBody(request, newCodeBatchRequestSchema);
      return createCodeBatch(needs, {
        ...batch,
        expiresAt: expires === null ? null : checkedMoment(expires),
      });
    },
  });
  call('/code-batches/:id/table', {
    async get(request, needs): Promise<Answer<typeof codeTableSchema>> {
      const { id, campaign } = await findCodeBatch(needs, Number(request.params['id']));
      let csv = '';
      for await (const codes of exportCodes(needs, { batchId: id })) {
        const options = { header: csv === '', columns: [...codeColumns], escape_formulas: true };
        csv += stringify(codeRows(codes), options);
      }
      return { fileName: `codes-${id}-${campaign.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.csv`, csv };
    },
  });
  call('/code-batches/:id/revocation', {
    async post(request, needs): Promise<Answer<typeof revocationSchema>> {
      const { id } = await findCodeBatch(needs, Number(request.params['id']));
      const { revoked, reason } = jsonBody(request, revocationRequestSchema);
      return { changed: await setCodesRevoked(needs, { batchId: id }, revoked, checkedReason(reason)) };
    },
  });
  call('/actions', {
    async get(_request, needs): Promise<Answer<typeof operatorActionsSchema>> {
      const actions = await listActions(needs, mostActions);
      return wire({
        actions: actions.map(({ at, actor, action, subject, reason }) => ({
          at,
          actor,
          action,
          subject,
          reason,
        })),
      });
    },
  });
  return router;
}

function orderAnswer({ summary, order, grants, history, moves, attention }: OrderDetails) {
  const { purchase, refunds, disputes } = order;
  return wire({
    ...{ summary, moves, attention },
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
  });
}

/** The answer as it will be sent: what JSON does to dates, said to the compiler too. */
function wire<T>(value: T): Wire<T> {
  return JSON.parse(JSON.stringify(value)) as Wire<T>;
}

function queryText(request: Request, name: string): string | undefined {
  const value = request.query[name];
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, 300) : undefined;
}
