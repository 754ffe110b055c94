import type { RunRow } from '../../runs/run-rows.js';
import type { RunInfo } from '../../api.js';

/** What a list says of a run that is only kept. */
export type KeptInfo = RunInfo & { readonly status: RunRow['status'] };

/** A run that is only kept. */
export function keptInfo(row: RunRow): KeptInfo {
  const { id, status, made, question, project, isTask, steps, answer, finishReason, from, model } =
    row;
  return {
    id,
    question: question ?? '',
    model: model ?? '',
    made: made ?? new Date(0).toISOString(),
    status,
    durable: true,
    project,
    steps,
    answer,
    finishReason,
    from,
    isTask,
    canShow: question !== undefined && status !== 'corrupt',
  };
}
