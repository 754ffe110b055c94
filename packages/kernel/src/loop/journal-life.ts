import { RlmError } from '@rlm/repl-types';
import { askHook, messageOf, refuseOption, settle, sha256 } from '@rlm/repl-types/internal';

import { awaitJournal } from '../journal/await-journal.js';
import { hashOf } from '../journal/hash-of.js';
import type { RunEnd, RunJournal } from '../contract/journal.js';
import { tookMs } from '../scope/run-time.js';
import type { RunScope } from '../scope/run-scope.js';
import type { StopReason } from '../contract/stop-reason.js';
import { stopOf } from '../stop-reasons.js';
import { stopped, type Ending, type LoopState } from './loop-state.js';

/** Compares a run with the one that began its journal. */
export async function beginJournal<Input, State, Answer>(
  { protocol, input, scope }: LoopState<Input, State, Answer>,
  journal: RunJournal,
): Promise<void> {
  takeJournal(journal, scope);
  const said = await settle(protocol.head?.(input, scope.context));
  const { hashes, ...head } = said ?? { hashes: {} };
  const whole = { protocol: protocol.name, hashes, ...head };
  askHook<unknown>('journal.begin()', journal.begin.bind(journal, whole));
  scope.journalState = 'begun';
}

/** Journals that runs have used: two runs that write into one would corrupt it. */
const hadJournals = new WeakSet<RunJournal>();

/** Claims a journal for a run, the only one that may use it. */
function takeJournal(journal: RunJournal, scope: RunScope): void {
  if (hadJournals.has(journal)) {
    scope.journalState = 'had';
    throw refuseOption({
      option: 'journal',
      message:
        'Expected journal to be unused, got one that another run uses or used. Create a new one with store.create(), or open this one again with store.open(id) after its run has ended.',
    });
  }
  hadJournals.add(journal);
}

/**
 * Ends a run's part of its journal. Returns what ended the run: a divergence from the journal, or a
 * journal that could not be written, comes before all else. A run that was aborted or suspended, or
 * whose journal failed, can be resumed: its journal gets no end.
 */
export async function closeJournal<Answer>(
  scope: RunScope,
  ending: Ending<Answer>,
): Promise<Ending<Answer>> {
  const { journal, effects, depth } = scope;
  if (journal === undefined) return ending;
  const stop = ending.type === 'stop' ? ending.stop : undefined;
  const isOpen = stop !== undefined && ['aborted', 'suspended'].includes(stop.finishReason);
  if (!isOpen && scope.failure === undefined) {
    const left = effects.findRest(stop);
    if (left !== undefined) scope.failTree(isOwnFault(stop, scope) ? stop.error : left);
  }
  const { failure } = scope;
  if (depth > 0) return failure === undefined ? ending : stopped(stopOf(failure));
  const { journalState } = scope;
  try {
    // A run that was not begun has not ended: it did not fit its journal, or was stopped before.
    if (journalState === 'begun' && !isOpen && failure === undefined) {
      const end = endOf(ending, scope);
      await awaitJournal(scope, 'end', 'journal_silent', () => journal.end(end));
    }
    if (journalState !== 'had')
      await awaitJournal(scope, 'close', 'journal_open', () => journal.close());
  } catch (error) {
    // Another owner has the run and returns its answer, or it is unknown whether one has.
    if (RlmError.isInstance(error) && final.includes(error.code)) {
      return stopped(stopOf(error));
    }
    scope.diagnose({ code: 'journal_not_closed', message: messageOf(error) });
  }
  return failure === undefined ? ending : stopped(stopOf(failure));
}

/**
 * Whether a run failed by an error that no effect delivered (its sandbox could not be opened, say),
 * so that this explains why it ended before its journal.
 */
function isOwnFault(
  stop: StopReason | undefined,
  { effects }: RunScope,
): stop is StopReason & { readonly error: Error } {
  return (
    stop?.finishReason === 'error' &&
    stop.error instanceof Error &&
    effects.keyOfFault(stop.error) === null
  );
}

/** Faults of a journal after which this owner returns no answer. */
const final: readonly string[] = ['journal_fenced', 'journal_silent'];

function endOf<Answer>(ending: Ending<Answer>, scope: RunScope): RunEnd {
  const { ledger, effects } = scope;
  scope.durationMs = tookMs(scope);
  const { answer } = ending;
  const isFailed = ending.type === 'stop' && ending.stop.finishReason === 'error';
  const stopStatus = isFailed ? 'failed' : 'stopped';
  return {
    status: ending.type === 'final' ? 'final' : stopStatus,
    finishReason: ending.type === 'final' ? 'final' : ending.stop.finishReason,
    answer: answer === null ? undefined : answerHash(answer),
    fault: isFailed ? effects.keyOfFault(ending.stop.error) : undefined,
    usage: ledger.account.usage().total,
    durationMs: scope.durationMs,
  };
}

function answerHash(answer: unknown): string {
  try {
    return hashOf(answer);
  } catch {
    // An answer of host code may not be plain data.
    return sha256(String(answer));
  }
}
