import type { Style } from '../render/style.js';
import type { RunView, StepView, TreeView } from '../view/run-view.js';
import { childrenOf, viewsOf } from '../view/selectors.js';
import { endLines, openingLines } from './overview.js';
import { stepDocument } from './step-document.js';

/** What is seen at once of a run. */
export interface Page {
  readonly title: string;
  readonly lines: readonly string[];
}

/** All of a log as lines: each of its runs, child runs where they were begun. */
export const runLines = (view: TreeView, style: Style): string[] =>
  viewsOf(view).flatMap((each, at) => [...(at === 0 ? [] : ['', '']), ...linesOf(each, style)]);

function linesOf(view: TreeView, style: Style): string[] {
  const root = view.runs[view.rootId];
  const opening = openingLines(view, style);
  if (root === undefined) return opening;
  const steps = root.steps.flatMap((step) => ['', ...stepLines(view, root, step, style)]);
  return [...opening, ...steps, '', ...endLines(view, style)];
}

/** A step with the child runs in it. */
export function stepLines(view: TreeView, run: RunView, step: StepView, style: Style): string[] {
  const below = (child: RunView): string[] =>
    child.steps.flatMap((each) => stepLines(view, child, each, style));
  return stepDocument(step, { view, run, style, below });
}

/** Each run as pages: the run and its outcome, then each step. Steps of child runs follow the step that started them. */
export const pagesOf = (view: TreeView, style: Style): Page[] =>
  viewsOf(view).flatMap((each, at, { length }) =>
    runPages(each, style, length === 1 ? 'The run' : `Run ${at + 1} of ${length}`),
  );

function runPages(view: TreeView, style: Style, title: string): Page[] {
  const root = view.runs[view.rootId];
  const overview = [...openingLines(view, style), '', ...endLines(view, style)];
  const first = { title, lines: overview };
  return root === undefined ? [first] : [first, ...stepPages(view, root, style, '')];
}

function stepPages(view: TreeView, run: RunView, style: Style, within: string): Page[] {
  return run.steps.flatMap((step) => {
    const title = `${within}Step ${step.step}`;
    return [
      { title, lines: stepDocument(step, { view, run: { ...run, depth: 0 }, style }) },
      ...childrenOf(view, run, step).flatMap((child) =>
        stepPages(view, child, style, `${title} > `),
      ),
    ];
  });
}
