import type { RunView, StepView, TreeView } from '../view/run-view.js';
import { retryText, waitOf, waitText } from '../view/retries.js';
import { totalsOf } from '../view/selectors.js';
import { widthOf } from '../view/text/fit-width.js';
import { counted, dollars } from '../view/text/numbers.js';

/** Cells of the bar. */
const barCells = 12;

/** Between two parts. */
const gap = ' · ';

/**
 * What is going on in a run: its step, what happens in it, its sub-queries as a bar, tokens, cost, time. In a narrow terminal what
 * comes last is left out first.
 */
export function statusText(
  view: TreeView,
  elapsedMs: number,
  columns: number,
  nowMs: number,
): string {
  const run = view.runs[view.rootId];
  if (run === undefined) return '';
  const step = run.steps.at(-1);
  const { tokens, costUsd, queries, openQueries } = totalsOf(view);
  const parts = [
    step === undefined ? 'it begins' : `step ${step.step}${boundOf(run)}`,
    ...(step === undefined ? [] : [doing(step, nowMs)]),
    ...(step === undefined || step.queries.length === 0 ? [] : [barOf(view, step)]),
    `${(elapsedMs / 1000).toFixed(1)} s`,
    ...(tokens === 0 ? [] : [counted(tokens, 'token')]),
    ...(costUsd === null ? [] : [dollars(costUsd)]),
    ...(queries === openQueries ? [] : [counted(queries, 'sub-query', 'sub-queries')]),
  ];
  let text = '';
  for (const part of parts) {
    const longer = text === '' ? part : `${text}${gap}${part}`;
    if (text !== '' && widthOf(longer) > columns) return text;
    text = longer;
  }
  return text;
}

const boundOf = ({ maxSteps }: RunView): string =>
  maxSteps === undefined ? '' : ` of ${maxSteps}`;

/** What happens at the end of a step that is under way. */
function doing(step: StepView, nowMs: number): string {
  const wait = waitOf(step, nowMs);
  if (wait !== undefined)
    return `${waitText(wait.retry, nowMs, wait.waiting)}: ${retryText(wait.retry)}`;
  const { calls, blocks, actions, isWrapUp } = step;
  const call = calls.at(-1);
  if (call !== undefined && call.durationMs === undefined) {
    const written = call.text === '' ? '' : ` (${counted(call.text.length, 'character')})`;
    if (call.purpose === 'summary') return `older turns are summed up${written}`;
    return `${isWrapUp ? 'the model says its last word' : 'the model writes'}${written}`;
  }
  if (blocks.at(-1)?.durationMs === undefined && blocks.length > 0) return 'the code runs';
  if (actions.at(-1)?.status === undefined && actions.length > 0) return 'a tool works';
  return 'it goes on';
}

/** The sub-queries of a step: `[######------] 6/12`. */
function barOf(view: TreeView, { queries }: StepView): string {
  const ended = queries.filter((id) => view.queries[id]?.durationMs !== undefined).length;
  const full = Math.floor((barCells * ended) / queries.length);
  return `sub-queries [${'#'.repeat(full)}${'-'.repeat(barCells - full)}] ${ended}/${queries.length}`;
}
