import type { Script } from '#server/ledger/script.ts';
import { type NewCode, newBatch, writeCodes } from '#server/owning/codes.ts';

/** Stores codes as one imported batch, without an operator. @returns how many were new */
export function* writeBatch(campaign: string, codes: readonly NewCode[], at: Date): Script<number> {
  return yield* writeCodes(yield* newBatch({ campaign, origin: 'imported' }, 'operator:eva', at), codes, at);
}
