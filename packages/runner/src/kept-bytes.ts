import { createByteQuota, type ByteQuota } from '@rlm/repl-types/internal';

const mebibyte = 1024 * 1024;

/** Who keeps something in a run. */
type Keeper =
  | 'steps'
  | 'records'
  | 'batches'
  | 'variables'
  | 'transcript'
  | 'archive'
  | 'earlier'
  | 'unread';

/** About how many bytes one run keeps at most, by what it keeps. docs/security.md has what happens beyond each. */
export const maxKeptBytes: Readonly<Record<Keeper, number>> = Object.freeze({
  /** Steps of the result: texts of later ones are shortened. */
  steps: 64 * mebibyte,
  /** Beginnings of prompts and answers in the records of sub-queries: later ones are shorter. */
  records: 16 * mebibyte,
  /** Answers of batches that are under way: what does not fit is a failure of its prompt. */
  batches: 256 * mebibyte,
  /** Values of variables in the result: later ones are described. */
  variables: 256 * mebibyte,
  /** Turns that the model sees, if nothing else shortens them (`compaction: false`): the oldest are shortened, then dropped. */
  transcript: 64 * mebibyte,
  /** Older turns, for the variable `history`: the oldest are shortened, then dropped. */
  archive: 32 * mebibyte,
  /** Earlier questions and answers of a session that lasts: the oldest are forgotten. */
  earlier: 16 * mebibyte,
  /** Texts that `coverage` has still to look at: sub-queries wait for it. */
  unread: 64 * mebibyte,
});

/** What a run counts of what it keeps. */
export interface KeptBytes {
  readonly steps: ByteQuota;
  readonly records: ByteQuota;
  readonly batches: ByteQuota;
}

/** Nothing kept yet. */
export function createKeptBytes(): KeptBytes {
  return Object.freeze({
    steps: createByteQuota(maxKeptBytes.steps),
    records: createByteQuota(maxKeptBytes.records),
    batches: createByteQuota(maxKeptBytes.batches),
  });
}
