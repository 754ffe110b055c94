import { InvalidOptionError, PolicyError } from '@rlm/policies';

import type { LabArguments } from '../arguments/lab-arguments.js';
import type { LabReport } from '../view/lab/lab-report.js';
import { replayPolicies } from '../view/lab/replay-policies.js';
import { toJsonLine } from '../render/json-line.js';
import { renderLab } from '../render/lab-table.js';
import { styleFor } from '../render/style.js';
import { wrapFor } from '../render/wrap-for.js';
import { openRuns } from '../runs/runs.js';
import { loadEvents } from '../show/load-view.js';
import { UsageError } from '../usage-error.js';

/** `rlm lab`: where a saved run would have stopped under other policies; returns the exit code. */
export async function labCommand(args: LabArguments): Promise<number> {
  const { source, runs, json } = args;
  const report = tryPolicies(await loadEvents(source, openRuns(runs)), args);
  const { stdout } = process;
  if (json) stdout.write(`${toJsonLine(report)}\n`);
  else stdout.write(`${wrapFor(stdout, renderLab(report, styleFor(stdout, process.env)))}\n`);
  return 0;
}

function tryPolicies(
  events: Parameters<typeof replayPolicies>[0],
  { policies, limits }: LabArguments,
): LabReport {
  try {
    return replayPolicies(events, { policies, limits });
  } catch (error) {
    if (!PolicyError.isInstance(error) && !InvalidOptionError.isInstance(error)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}
