import type { FoundRun } from './log.js';
import type { RunInfo, RunStatus } from './run-store.js';

/** What a list says of a run. */
export function infoOf({ runId, head, last, driver }: FoundRun): RunInfo {
  if (head === undefined) return { runId, status: 'corrupt', made: 0 };
  const { made, from, spec } = head;
  return {
    runId,
    status: statusOf(last, driver !== undefined),
    made,
    ...(from === undefined ? {} : { from: { run: from.run, atStep: from.atStep } }),
    ...(spec === undefined ? {} : { spec }),
    ...(last?.finishReason === undefined ? {} : { finishReason: last.finishReason }),
    ...(driver === undefined ? {} : { driver }),
  };
}

function statusOf(last: FoundRun['last'], isDriven: boolean): RunStatus {
  if (isDriven) return 'running';
  if (last?.t === 'end') return last.status === 'failed' ? 'failed' : 'ended';
  return last?.t === 'wait' ? 'suspended' : 'open';
}
