import type { RunRow } from '../../runs/run-rows.js';
import type { RunInfo } from '../api.js';

/** What a list says of a run that is only kept. */
export function keptInfo(row: RunRow): RunInfo {
  const { id, status, made, question, isTask, steps, finishReason, from, model } = row;
  return {
    id,
    question: question ?? '',
    model: model ?? '',
    made: made ?? new Date(0).toISOString(),
    status,
    durable: true,
    ...(steps === undefined ? {} : { steps }),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(from === undefined ? {} : { from }),
    // To open one that failed would take its fault back, one that goes on is another's, and a task is worked on in the terminal.
    canShow: question !== undefined && isTask !== true && (status === 'ended' || status === 'open'),
  };
}
