import {
  counted,
  dollars,
  duration,
  grouped,
  indent,
  oneLine,
  tokensText,
} from '../view/text/numbers.js';
import type { Style } from '../render/style.js';
import type { RunView, TreeView } from '../view/run-view.js';
import { describeEnd, runTree, totalsOf, type RunNode } from '../view/selectors.js';

/** Columns of a text on one line. */
const lineColumns = 160;

/** What is known of a run before its steps: the question and its texts, and the tree of runs if there is more than one. */
export function openingLines(view: TreeView, style: Style): string[] {
  const run = view.runs[view.rootId];
  if (run === undefined) return [];
  const { query, contexts, runId, backend = '', language, protocol } = run;
  const texts = contexts.map(
    ({ name, totalLength }) => `${oneLine(name, 60)} (${grouped(totalLength)} characters)`,
  );
  const where = backend === '' ? '' : `, ${language} in ${oneLine(backend, 40)}`;
  const roots = runTree(view);
  const isTree = Object.keys(view.runs).length > 1;
  return [
    `${style.bold('Run:')} ${oneLine(runId, 80)} (${oneLine(protocol, 20)}${where})`,
    ...(query === '' ? [] : [`${style.bold('Question:')} ${oneLine(query, 2_000)}`]),
    ...(texts.length === 0 ? [] : [`${style.bold('Text:')} ${texts.join(', ')}`]),
    ...(isTree ? [style.bold('Runs:'), ...roots.flatMap((root) => nodeLines(root, '  '))] : []),
  ];
}

function nodeLines({ run, query, children }: RunNode, margin: string): string[] {
  const { steps, end, runId } = run;
  const name = run.parentId === null ? oneLine(runId, 60) : oneLine(query?.prompt ?? run.query, 60);
  const came = end === undefined ? run.state : end.finishReason;
  const figures = [
    counted(steps.length, 'step'),
    ...(end?.durationMs === undefined ? [] : [duration(end.durationMs)]),
    oneLine(came, 30),
  ];
  return [
    `${margin}${name}: ${figures.join(', ')}`,
    ...children.flatMap((child) => nodeLines(child, `${margin}  `)),
  ];
}

/** The outcome of a run: its answer, why it ended, what it used. */
export function endLines(view: TreeView, style: Style): string[] {
  const run = view.runs[view.rootId];
  if (run === undefined) return [];
  const { end } = run;
  const why = describeEnd(run) ?? 'The log ends here: the run goes on, or was cut off.';
  return [
    ...(end?.answer === undefined || end.answer === null ? [] : answerLines(end.answer, style)),
    oneLine(why, lineColumns),
    style.dim(figuresText(view, run)),
  ];
}

function answerLines(answer: string, style: Style): string[] {
  const head = style.bold(style.good('Answer:'));
  const lines = indent(answer, '').split('\n');
  return lines.length === 1 ? [`${head} ${lines[0] ?? ''}`] : [head, ...lines];
}

function figuresText(view: TreeView, { promptChars }: RunView): string {
  const { steps, queries, runs, tokens, cachedInputTokens, costUsd, durationMs } = totalsOf(view);
  return [
    counted(steps, 'step'),
    ...(runs > 1 ? [counted(runs, 'run')] : []),
    counted(queries, 'sub-query', 'sub-queries'),
    ...(tokens === 0 ? [] : [tokensText(tokens, cachedInputTokens)]),
    ...(costUsd === null || costUsd === 0 ? [] : [dollars(costUsd)]),
    ...(promptChars === undefined ? [] : [`prompt ${counted(promptChars, 'character')}`]),
    ...(durationMs === undefined ? [] : [duration(durationMs)]),
  ].join(' · ');
}
