import type { ShowArguments } from '../arguments/show-arguments.js';
import { toJsonLine } from '../render/json-line.js';
import { isLive, styleFor } from '../render/style.js';
import { wrapFor } from '../render/wrap-for.js';
import { openRuns } from '../runs/runs.js';
import { loadEvents } from '../show/load-view.js';
import { openPager } from '../show/open-pager.js';
import { pagesOf, runLines, stepLines } from '../show/pages.js';
import { UsageError } from '../usage-error.js';
import { addEvents, emptyTree } from '../view/add-event.js';
import type { TreeView } from '../view/run-view.js';

/** `rlm show`: a run of a file, or a kept one, step by step; returns the exit code. */
export async function showCommand({ source, runs, step, json }: ShowArguments): Promise<number> {
  const view = addEvents(emptyTree, await loadEvents(source, openRuns(runs)));
  const { stdin: input, stdout: output } = process;
  const style = styleFor(output, process.env);
  const write = (lines: readonly string[]): void => {
    output.write(`${wrapFor(output, lines.join('\n'))}\n`);
  };
  if (json) output.write(`${toJsonLine(view)}\n`);
  else if (step !== undefined) write(linesOfStep(view, step, style));
  else if (source !== '-' && input.isTTY && isLive(output, process.env)) {
    await openPager(pagesOf(view, style), style, { input, output });
  } else write(runLines(view, style));
  return 0;
}

function linesOfStep(view: TreeView, number: number, style: ReturnType<typeof styleFor>): string[] {
  const run = view.runs[view.rootId];
  const step = run?.steps.find((each) => each.step === number);
  if (run !== undefined && step !== undefined) return stepLines(view, run, step, style);
  const steps = run?.steps.map((each) => each.step).join(', ') ?? '';
  throw new UsageError(
    `--step ${number}: the run has no such step${steps === '' ? '' : `, but ${steps}`}`,
  );
}
