import { RlmError } from '@rlm/repl-types';
import { awaitHook, untilExpired } from '@rlm/repl-types/internal';

import { timersOf } from '../platform/abort-linker.js';
import type { Clock } from '../platform/clock.js';

/** What limits the calls of a journal. */
export interface JournalPatience {
  readonly clock: Clock;
  /**
   * How long the run's own parts may take to end, in milliseconds; a journal may take {@link
   * patience} times as long.
   */
  readonly graceMs: number;
}

/**
 * How many times `graceMs` a journal may take to read a blob, to write its last line, and to close:
 * a disk may be slow.
 */
const patience = 12;

/**
 * Waits for a journal for a limited time, since a run must end whatever its journal does. Rejects
 * with an `RlmError` of `code` if the journal takes longer.
 */
export function awaitJournal<T>(
  { clock, graceMs }: JournalPatience,
  what: string,
  code: string,
  work: () => T,
): Promise<Awaited<T>> {
  const ms = patience * graceMs;
  return untilExpired<Awaited<T>, never>(
    awaitHook(work),
    ms,
    () => {
      const message = `The journal's ${what}() did not settle within ${ms} ms. Check its store, then resume the run.`;
      throw new RlmError(message, { code });
    },
    timersOf(clock),
  );
}

/** The journal took too long to write the line of an interruption. */
export function notWritten(graceMs: number): RlmError {
  return new RlmError(
    `The journal did not write the line that ends the run within ${graceMs} ms. Check its store, then resume the run.`,
    { code: 'journal_write_failed' },
  );
}
