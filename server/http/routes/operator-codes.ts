// Handlers of the calls of the operator's page about activation codes.

import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkedExpiry, checkedReason } from '#server/operating/checked-input.ts';
import { createCodeBatch, findCodeBatch, listCodeBatches } from '#server/operating/code-batches.ts';
import { codeTable } from '#server/operating/code-table.ts';
import { exportCodes, selectCode, setCodesRevoked, showCode } from '#server/operating/codes.ts';
import * as endpoints from '#shared/endpoints.ts';
import type { Handlers } from '../mount-calls.ts';
import { setServerTiming } from '../request-context.ts';
import { type NeedsOf, numberIn } from './operator-needs.ts';

export function operatorCodeCalls(by: NeedsOf) {
  return {
    async [endpoints.operatorCodeBatches]({ account }) {
      return { batches: await listCodeBatches(by(account)) };
    },
    [endpoints.operatorNewCodeBatch]({ account, body: { expires, ...batch } }) {
      const expiresAt = expires === null ? null : checkedExpiry(expires);
      return createCodeBatch(by(account), { ...batch, expiresAt });
    },
    async [endpoints.operatorCodeTable]({ parameters, account, response }) {
      const needs = by(account);
      const { id, campaign } = await findCodeBatch(needs, numberIn(parameters.id));
      response.attachment(`codes-${id}-${campaign.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.csv`);
      setServerTiming(response);
      await sendText(codeTable(exportCodes(needs, { batchId: id })), response);
    },
    async [endpoints.operatorRevocation]({ parameters, account, body: { revoked, reason } }) {
      const needs = by(account);
      const { id } = await findCodeBatch(needs, numberIn(parameters.id));
      return { changed: await setCodesRevoked(needs, { batchId: id }, revoked, checkedReason(reason)) };
    },
    [endpoints.operatorCode]: ({ account, body: { code } }) => showCode(by(account), code),
    async [endpoints.operatorCodeRevocation]({ account, body: { code, revoked, reason } }) {
      const needs = by(account);
      const selection = await selectCode(needs, code);
      return { changed: await setCodesRevoked(needs, selection, revoked, checkedReason(reason)) };
    },
  } satisfies Partial<Handlers>;
}

/**
 * Sends a text that comes in pieces, each after the client has taken the ones before: however long it is, little of it is
 * in memory. A client that goes away is not an error; no further pieces are made.
 */
export async function sendText(pieces: AsyncIterable<string>, response: Writable): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), response);
  } catch (error) {
    if (!isClientGone(error)) throw error;
  }
}

/** Whether the client went away: in the middle, or before the first piece. */
const isClientGone = (error: unknown): boolean =>
  ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'].includes(
    String((error as NodeJS.ErrnoException).code),
  );
