import { indent } from '../render/numbers.js';
import {
  actionText,
  codeText,
  decisionText,
  headText,
  noticeText,
  outputText,
  queryText,
  rewardText,
  type PartStyle,
} from '../render/step-text.js';
import type { Style } from '../render/style.js';
import type { QueryView, RunView, StepView, TreeView } from '../view/run-view.js';
import { queriesOf } from '../view/selectors.js';

/** What a step is shown with. */
export interface StepPlace {
  readonly view: TreeView;
  readonly run: RunView;
  readonly style: Style;
  /** What stands below a sub-query that was a run of its own; default: nothing. */
  readonly below?: (child: RunView) => readonly string[];
}

/** A step as lines of text, from what the model wrote to what it was told. */
export function stepDocument(step: StepView, { view, run, style, below }: StepPlace): string[] {
  const outer = '  '.repeat(run.depth);
  const part: PartStyle = { style, margin: `${outer}  ` };
  const queryLines = (query: QueryView): string[] => {
    const child = view.runs[query.childId ?? ''];
    const lines = [queryText(query, part)];
    return child === undefined || below === undefined ? lines : [...lines, ...below(child)];
  };
  const { reasoning, blocks, notices, decisions, actions, reward, coverage, final } = step;
  const queries = queriesOf(view, step).flatMap(queryLines);
  const writing = step.calls.findLast(({ durationMs }) => durationMs === undefined);
  return [
    `${outer}${style.bold(headText(step))}`,
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
