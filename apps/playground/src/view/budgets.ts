import { fieldsOf, numberOf, sumOf, type Fields } from './read.js';
import type { BudgetView, EndView, RunView } from './run-view.js';

/** Of each bound: what an event says is left of it, and what the limit is, where the log has it. */
const bounds: readonly (readonly [name: BudgetView['name'], left: string, limit: string])[] = [
  ['steps', 'stepsLeft', 'maxSteps'],
  ['tokens', 'tokensLeft', 'maxTokens'],
  ['cost', 'costUsdLeft', 'maxCostUsd'],
  ['sub-queries', 'subQueriesLeft', 'maxSubQueries'],
  ['time', 'timeLeftMs', 'timeoutMs'],
];

/** What is left of each bound by an event of a step. Where the log has no limits, what is left at first and what was spent by then are one. */
export function budgetsOf(fields: Fields, run: RunView): BudgetView[] {
  const limits: Fields = { ...fieldsOf(fields['limits']), maxSteps: run.maxSteps };
  return bounds.flatMap(([name, leftField, limitField]) => {
    const left = numberOf(fields[leftField]);
    if (left === undefined) return [];
    const before = run.budgets.find((each) => each.name === name)?.of;
    const of = numberOf(limits[limitField]) ?? before ?? left + spentBy(run, name);
    return [{ name, left, of: Math.max(of, left) }];
  });
}

/** What the steps so far report. */
function spentBy({ steps }: RunView, name: BudgetView['name']): number {
  const calls = steps.flatMap((step) => step.calls);
  switch (name) {
    case 'steps':
      return steps.length;
    case 'tokens':
      return sumOf(
        calls.map(({ inputTokens = 0, outputTokens = 0 }) => inputTokens + outputTokens),
      );
    case 'cost':
      return sumOf(calls.map(({ costUsd = 0 }) => costUsd));
    case 'sub-queries':
      return sumOf(steps.map(({ queries }) => queries.length));
    case 'time':
      return sumOf(steps.map((step) => step.durationMs ?? timeOf(step)));
  }
}

/** What is known of the time of a step that has not ended. */
const timeOf = ({ calls, blocks }: RunView['steps'][number]): number =>
  sumOf([...calls, ...blocks].map(({ durationMs = 0 }) => durationMs));

/** The limits of a run that has ended: its last step has none, and the result says what was spent. */
export function budgetsAtEnd(run: RunView, end: EndView, result: Fields): readonly BudgetView[] {
  const subQueries = numberOf(fieldsOf(fieldsOf(result['usage'])['total'])['subQueries']);
  const { inputTokens, outputTokens } = end;
  const spent: Readonly<Record<BudgetView['name'], number | null | undefined>> = {
    steps: run.steps.filter(({ isWrapUp }) => !isWrapUp).length,
    tokens: sumOfKnown(inputTokens, outputTokens),
    cost: end.costUsd,
    'sub-queries': subQueries,
    time: end.durationMs,
  };
  return run.budgets.map((budget) => {
    const used = spent[budget.name] ?? undefined;
    return used === undefined ? budget : { ...budget, left: Math.max(0, budget.of - used) };
  });
}

/** Both numbers together; undefined if neither is known. */
const sumOfKnown = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);
