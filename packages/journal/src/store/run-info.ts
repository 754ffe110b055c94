import { isMoment } from '@rlm/repl-types/internal';

import type { HeadLine } from '../lines/lines.js';
import type { FoundRun } from './log.js';
import type { RunInfo, RunStatus } from './run-store.js';

/** The entry of a run in a list. */
export function infoOf({ runId, head, last, owner }: FoundRun): RunInfo {
  if (head === undefined || !isWhole(head)) {
    return { runId, status: 'corrupt', made: 0 };
  }
  const { made, from, spec } = head;
  return {
    runId,
    status: statusOf(last, owner !== undefined),
    made,
    from: from && { run: from.run, atStep: from.atStep },
    spec,
    finishReason: last?.finishReason,
    owner,
  };
}

/** Whether a head has the fields for a list entry: it may have been forged. */
function isWhole({ made, from }: Readonly<Partial<Record<keyof HeadLine, unknown>>>): boolean {
  if (!isCount(made) || !isMoment(made)) return false;
  if (from === undefined) return true;
  const { run, atStep } = (from ?? {}) as Readonly<Record<string, unknown>>;
  return typeof run === 'string' && isCount(atStep);
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function statusOf(last: FoundRun['last'], isDriven: boolean): RunStatus {
  if (isDriven) return 'running';
  if (last?.t === 'end') return last.status === 'failed' ? 'failed' : 'ended';
  return last?.t === 'wait' ? 'suspended' : 'open';
}
