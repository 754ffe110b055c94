import { listOf, required, someText } from '@rlm/repl-types/options';
import { anything, checkOption, refuseOption } from '@rlm/repl-types/internal';
import type { FinishStatus } from '@rlm/kernel';

import { finishTask } from './finish-task.js';
import { readFinishStatus } from './types.js';

/** Whether the results of a step end the loop, and with which status. */
export interface TerminationSignal {
  /** Whether a valid finish was found. */
  readonly detected: boolean;
  /** Null if the terminator has no status. */
  readonly finishStatus: FinishStatus | null;
  /** Null if there is no summary. */
  readonly finishSummary: string | null;
}

const marker = /\[FINISH_STATUS:\s*([\w-]+)\s*\]/g;
const none: TerminationSignal = Object.freeze({
  detected: false,
  finishStatus: null,
  finishSummary: null,
});

/**
 * Looks for the mode's terminator among the results of one step; the first valid one wins.
 *
 * A result counts if its `action` is the terminator (`task_completed` counts for `finish_task`) and
 * its `status` is `completed`. For `finish_task`, the status comes from `finish`, then from
 * `arguments` (or `tool_arguments`), then from the last valid `[FINISH_STATUS:x]` in the result's
 * text. Without any of them, or with an unknown word, it is not a finish. Any other terminator
 * needs no status. The loop itself sets `finish` and reads nothing else; the other sources are for
 * results from elsewhere.
 */
export function checkTerminationSignal(
  results: readonly unknown[],
  terminationAction: string,
): TerminationSignal {
  checkOption('results', results, required(listOf(anything)), refuseOption);
  checkOption('terminationAction', terminationAction, required(someText), refuseOption);
  for (const result of results) {
    if (typeof result !== 'object' || result === null) continue;
    const fields = result as Readonly<Record<string, unknown>>;
    const { action, status } = fields;
    const isAlias = terminationAction === 'finish_task' && action === 'task_completed';
    if ((action !== terminationAction && !isAlias) || status !== 'completed') continue;
    const signal = terminationAction === 'finish_task' ? readTask(fields) : readOther(fields);
    if (signal !== null) return Object.freeze(signal);
  }
  return none;
}

function readOther({ finish }: Readonly<Record<string, unknown>>): TerminationSignal {
  return { detected: true, finishStatus: null, finishSummary: summaryOf(finish) };
}

function readTask(fields: Readonly<Record<string, unknown>>): TerminationSignal | null {
  const { finish, result } = fields;
  if (finish !== null && finish !== undefined) {
    const status = readFinishStatus((finish as { readonly status?: unknown }).status);
    return status === null ? null : found(status, summaryOf(finish));
  }
  const given = fields['arguments'] ?? fields['tool_arguments'];
  const marked = lastMarker(result);
  if (given === null || given === undefined) return marked === null ? null : found(marked, null);
  const { finish: told } = isJsonArray(given) ? { finish: null } : finishTask(given);
  if (told === null) return null;
  return found(told.statusDefaulted ? (marked ?? told.status) : told.status, told.summary);
}

function found(finishStatus: FinishStatus, finishSummary: string | null): TerminationSignal {
  return { detected: true, finishStatus, finishSummary };
}

function lastMarker(text: unknown): FinishStatus | null {
  if (typeof text !== 'string') return null;
  const words = [...text.matchAll(marker)].map((match) => readFinishStatus(match[1]));
  return words.filter((word) => word !== null).at(-1) ?? null;
}

function isJsonArray(value: unknown): boolean {
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return false;
  try {
    return Array.isArray(JSON.parse(value));
  } catch {
    return false;
  }
}

function summaryOf(finish: unknown): string | null {
  const summary = (finish as { readonly summary?: unknown } | null | undefined)?.summary;
  return typeof summary === 'string' && summary.trim() !== '' ? summary.trim() : null;
}
