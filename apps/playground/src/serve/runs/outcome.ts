import type { RlmResult } from '@rlm/runner';

import type { RunSpec } from '../../runs/run-spec.js';
import type { TaskSpec } from '../../runs/task-spec.js';
import { hintFor, statusOfFault } from '../../models/hint-for.js';
import { describeStop } from '../../view/selectors.js';
import type { RunInfo } from '../../api.js';
import { keyHint } from '../models/named-here.js';

/** The outcome of a run. */
export type Outcome = Pick<RlmResult, 'answer' | 'durationMs' | 'usage'> & {
  readonly finishReason: string;
  /** Absent of a task. */
  readonly stop?: RlmResult['stop'] | undefined;
};

/** The cost of a run; null if the price of its model is not known. */
export function knownCost(costUsd: number, { model, settings }: RunSpec | TaskSpec): number | null {
  const isUnknown = model.kind === 'endpoint' && settings.prices === undefined && costUsd === 0;
  return isUnknown ? null : costUsd;
}

/** What a list says of a run with this outcome. */
export function statusOf({ finishReason }: Outcome): RunInfo['status'] {
  switch (finishReason) {
    case 'aborted':
      return 'open';
    case 'error':
      return 'failed';
    case 'suspended':
      return 'suspended';
    default:
      return 'ended';
  }
}

/** What stopped a run or made it fail, and what a person can do about it. */
export function problemOf(
  stop: Outcome['stop'],
  { isNamedHere }: { readonly isNamedHere?: boolean },
): Pick<RunInfo, 'problem' | 'hint'> {
  if (stop === undefined || stop === null) return {};
  const isRefused = [401, 403].includes(statusOfFault(stop.error) ?? 0);
  const hint = isNamedHere === true && isRefused ? keyHint : hintFor(stop.error);
  return { problem: describeStop(stop), hint };
}
