import { indent } from '../view/text/numbers.js';
import {
  actionText,
  codeText,
  decisionText,
  failedAttemptText,
  headText,
  noticeText,
  outputText,
  queryText,
  rewardText,
  type PartStyle,
} from '../render/step-text.js';
import type { Style } from '../render/style.js';
import type { QueryView, RunView, StepView, TreeView } from '../view/run-view.js';
import { childrenOf, queriesOf } from '../view/selectors.js';

/** What a step is shown with. */
export interface StepPlace {
  readonly view: TreeView;
  readonly run: RunView;
  readonly style: Style;
  /** Shown below a sub-query that was a run of its own; default: nothing. */
  readonly below?: (child: RunView) => readonly string[];
}

/** A step as lines of text, from what the model wrote to what it got back. */
export function stepDocument(step: StepView, { view, run, style, below }: StepPlace): string[] {
  const outer = '  '.repeat(run.depth);
  const part: PartStyle = { style, margin: `${outer}  ` };
  const children = below === undefined ? [] : childrenOf(view, run, step);
  const asked = queriesOf(view, step);
  const begunBy = ({ childId }: QueryView): RunView[] =>
    children.filter(({ runId }) => runId === childId);
  const named = new Set(asked.map(({ childId }) => childId));
  // The end of a sub-query that failed does not name its run.
  const others = children.filter(({ runId }) => !named.has(runId));
  const { reasoning, blocks, notices, decisions, actions, reward, coverage, final } = step;
  const linesBelow = (runs: readonly RunView[]): string[] =>
    runs.flatMap((each) => below?.(each) ?? []);
  const queries = [
    ...asked.flatMap((query) => [queryText(query, part), ...linesBelow(begunBy(query))]),
    ...linesBelow(others),
  ];
  const writing = step.calls.findLast(({ durationMs }) => durationMs === undefined);
  return [
    `${outer}${style.bold(headText(step))}`,
    ...(step.retries ?? []).map((retry) => failedAttemptText(retry, part)),
    ...(reasoning === '' ? [] : [indent(reasoning, part.margin)]),
    ...(writing === undefined || writing.text === '' ? [] : [indent(writing.text, part.margin)]),
    ...blocks.flatMap((block, index) => [
      codeText(block, run.language, part),
      // Which block asked is not told: the last one has all.
      ...(index === blocks.length - 1 ? queries : []),
      outputText(block, part),
    ]),
    ...(blocks.length === 0 ? queries : []),
    ...actions.map((action) => actionText(action, part)),
    ...notices.map((notice) => noticeText(notice, part)),
    ...(coverage === undefined
      ? []
      : [style.dim(`${part.margin}read so far: ${(100 * coverage).toFixed(1)}%`)]),
    ...(reward === undefined ? [] : [rewardText(reward, part)]),
    ...decisions.map((decision) => decisionText(decision, part)).filter((text) => text !== ''),
    ...(final === undefined
      ? []
      : [`${part.margin}${style.good('final:')}\n${indent(final.answer, `${part.margin}  `)}`]),
  ].flatMap((text) => text.split('\n'));
}
