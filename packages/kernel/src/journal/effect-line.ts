import { recordError, reviveError } from '@rlm/repl-types/internal';

import type { Amounts } from '../contract/ledger.js';
import type { EffectOutcome, PlacedEffect } from '../contract/effects.js';
import type { BlobRef, EffectRecord } from '../contract/journal.js';
import { messageHashes } from '../effects/message-hashes.js';
import { fromRecord, toRecord } from './recordable.js';

/**
 * The line of an effect that has its outcome. Throws `RlmError` `effect_not_recordable` if JSON
 * cannot hold the outcome.
 */
export function effectLine<T>(
  effect: PlacedEffect<T>,
  outcome: EffectOutcome<T>,
  cost: Partial<Amounts> | undefined,
): Omit<EffectRecord, 'path' | 'blob'> {
  const { step, kind, key, input } = effect;
  const parts = messageHashes(input);
  return {
    t: 'effect',
    step,
    kind,
    key,
    parts,
    ...('value' in outcome
      ? { value: toRecord(kind, outcome.value) }
      : { error: recordError(outcome.error) }),
    cost,
  };
}

/** Reads a blob that a line refers to, in limited time. */
export type ReadBlob = (blob: BlobRef) => Promise<Uint8Array>;

/** The outcome that a line holds: what the run receives, live and on replay. */
export async function outcomeOf<T>(
  { error, blob, value }: Pick<EffectRecord, 'error' | 'blob' | 'value'>,
  readBlob: ReadBlob,
): Promise<EffectOutcome<T>> {
  if (error !== undefined) return { error: reviveError(error) };
  const written: unknown =
    blob === undefined ? value : JSON.parse(new TextDecoder().decode(await readBlob(blob)));
  return { value: fromRecord(written) as T };
}
