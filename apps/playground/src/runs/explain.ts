import { JournalError } from '@rlm/journal';
import { JournalDivergenceError } from '@rlm/kernel';

import type { Runs } from './runs.js';

/** The run that the fault of a journal belongs to. */
interface FaultyRun {
  readonly runs: Runs;
  readonly runId: string;
}

/** Whether a fault is one of a run's journal. */
export function isJournalFault(error: unknown): boolean {
  return JournalError.isInstance(error) || JournalDivergenceError.isInstance(error);
}

/** What a fault of a run's journal means, and what to do about it; undefined for other faults. */
export function explainFault(error: unknown, run: FaultyRun): string | undefined {
  const { runs, runId } = run;
  const again = runs.commandFor('resume', runId);
  if (JournalDivergenceError.isInstance(error)) {
    const step = error.details?.step ?? 1;
    return `the run ${runId} left its journal in step ${step}: it was started with other data, or by another version of rlm. Ask again, or keep the earlier steps: ${forkAt(run, step)}`;
  }
  if (!JournalError.isInstance(error)) return undefined;
  const { details } = error;
  switch (error.code) {
    case 'journal_locked': {
      const {
        pid = 0,
        host = '',
        since = 0,
      } = details !== undefined && 'pid' in details ? details : {};
      return `the run ${runId} is under way in process ${pid} on ${host}, since ${new Date(since).toISOString()}. Wait until it ends, or take it over: ${again} --take-over`;
    }
    case 'journal_mismatch': {
      const differs = details !== undefined && 'differs' in details ? details.differs : [];
      return differs.includes('version') ? error.message : explainMismatch(differs, run);
    }
    case 'journal_fenced':
      return `another process took over the run ${runId}; this one has stopped`;
    case 'journal_corrupt':
      return `${error.message} (${runs.commandFor('runs remove', runId)})`;
    case 'journal_write_failed':
      return `the journal of the run ${runId} could not be written in ${runs.folder}: ${reasonOf(error)}. What was written before is kept. After you fix the cause: ${again}`;
    default:
      return error.message;
  }
}

function forkAt({ runs, runId }: FaultyRun, step: number | string): string {
  return runs.commandFor('fork', runId, `--at ${step}`);
}

function explainMismatch(differs: readonly string[], run: FaultyRun): string {
  const { runId } = run;
  const begins = `the run ${runId} cannot go on:`;
  if (differs.includes('backend')) {
    return `${begins} its code ran in another version of the sandbox. Use the version of rlm that started it, or ask again`;
  }
  return `${begins} this version of rlm would ask something else (${differs.join(', ')}). Ask again, or keep the earlier steps: ${forkAt(run, '<step>')}`;
}

function reasonOf({ cause, message }: Error): string {
  return cause instanceof Error ? cause.message : message;
}
