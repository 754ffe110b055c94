import { RlmError } from '@rlm/repl-types';
import { awaitHook, messageOf } from '@rlm/repl-types/internal';
import { sha256 } from '@rlm/repl-types/late/internal';

import { hashOf } from '../journal/hash-of.js';
import type { RunEnd } from '../journal/journal.js';
import { startDeadline } from '../platform/abort-linker.js';
import type { RunScope } from '../scope/run-scope.js';
import { stopOf } from '../stop-reasons.js';
import { stopped, type Ending } from './loop-state.js';

/**
 * Ends a run's part of its journal. Gives what ended the run: a journal that the run has left, or that could not be kept, comes
 * before all else. A run that was aborted or suspended, or whose journal failed, can be resumed: it gets no end.
 */
export async function closeJournal<Answer>(
  scope: RunScope,
  ending: Ending<Answer>,
): Promise<Ending<Answer>> {
  const { journal, effects, depth } = scope;
  if (journal === undefined) return ending;
  const isOpen =
    ending.type === 'stop' && ['aborted', 'suspended'].includes(ending.stop.finishReason);
  if (!isOpen && scope.failure === undefined) {
    const error = effects.findRest();
    if (error !== undefined) scope.failTree(error);
  }
  const { failure } = scope;
  if (depth > 0) return failure === undefined ? ending : stopped(stopOf(failure));
  const { journalState } = scope;
  try {
    // What was not begun has not ended: the run did not fit its journal, or it was stopped before.
    if (journalState === 'begun' && !isOpen && failure === undefined) {
      const end = endOf(ending, scope);
      await ended(scope, 'end', () => journal.end(end));
    }
    if (journalState !== 'had') await ended(scope, 'close', () => journal.close());
  } catch (error) {
    // Another driver has the run, and gives its answer; or nobody knows whether one has.
    if (RlmError.isInstance(error) && final.includes(error.code)) {
      return stopped(stopOf(error));
    }
    scope.diagnose({ code: 'journal_not_closed', message: messageOf(error) });
  }
  return failure === undefined ? ending : stopped(stopOf(failure));
}

/** Faults of a journal after which this driver gives no answer. */
const final: readonly string[] = ['journal_fenced', 'journal_silent'];

/** How often `graceMs` a journal may take for its last line, and to close: a disk may be slow. */
const patience = 12;

/** Waits for a journal, but not for ever. */
async function ended(
  { clock, graceMs }: RunScope,
  what: string,
  work: () => Promise<void>,
): Promise<void> {
  const ms = patience * graceMs;
  let stopWaiting: () => void = () => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    stopWaiting = startDeadline(clock, ms, () => {
      const message = `The journal's ${what}() did not settle within ${ms} ms. Look into its store, and resume the run.`;
      reject(new RlmError(message, { code: what === 'end' ? 'journal_silent' : 'journal_open' }));
    });
  });
  try {
    await Promise.race([awaitHook(work), late]);
  } finally {
    stopWaiting();
  }
}

function endOf<Answer>(ending: Ending<Answer>, { ledger, effects }: RunScope): RunEnd {
  const { answer } = ending;
  const isFailed = ending.type === 'stop' && ending.stop.finishReason === 'error';
  const stopStatus = isFailed ? 'failed' : 'stopped';
  return {
    status: ending.type === 'final' ? 'final' : stopStatus,
    finishReason: ending.type === 'final' ? 'final' : ending.stop.finishReason,
    ...(answer === null ? {} : { answer: answerHash(answer) }),
    ...(isFailed ? { fault: effects.keyOfFault(ending.stop.error) } : {}),
    usage: ledger.account.usage().total,
  };
}

function answerHash(answer: unknown): string {
  try {
    return hashOf(answer);
  } catch {
    // An answer of host code may be no data.
    return sha256(String(answer));
  }
}
