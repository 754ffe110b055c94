import { sumOf } from './read.js';
import type { QueryView, RunView, StepView, StopView, TreeView } from './run-view.js';

/** The queries of a step, in the order of their starts. */
export const queriesOf = (view: TreeView, { queries }: StepView): readonly QueryView[] =>
  queries.flatMap((id) => view.queries[id] ?? []);

/** The runs that began in a step of a run, in the order of their starts. */
export const childrenOf = (
  view: TreeView,
  { runId }: RunView,
  { step }: StepView,
): readonly RunView[] =>
  Object.values(view.runs).filter(
    ({ parentId, parentStep }) => parentId === runId && parentStep === step,
  );

/** A run with those that its sub-queries began. */
export interface RunNode {
  readonly run: RunView;
  /** The sub-query that began it, where its end has told. */
  readonly query?: QueryView | undefined;
  readonly children: readonly RunNode[];
}

/** The runs as trees, in the order of their starts: one tree, but for a log without its beginning. */
export function runTree(view: TreeView): readonly RunNode[] {
  const queries = new Map(
    Object.values(view.queries).flatMap((query) =>
      query.childId === undefined ? [] : [[query.childId, query]],
    ),
  );
  const children = new Map<string | null, RunView[]>();
  for (const run of Object.values(view.runs)) {
    const parent = run.parentId !== null && run.parentId in view.runs ? run.parentId : null;
    children.set(parent, [...(children.get(parent) ?? []), run]);
  }
  const nodeOf = (run: RunView): RunNode => {
    const query = queries.get(run.runId);
    return {
      run,
      query,
      children: (children.get(run.runId) ?? []).map(nodeOf),
    };
  };
  return (children.get(null) ?? []).map(nodeOf);
}

/** A log may hold several runs, one after the other, as that of a session does: each of them, with its child runs alone. */
export function viewsOf(view: TreeView): readonly TreeView[] {
  const roots = runTree(view);
  if (roots.length < 2) return [view];
  return roots.map((root) => {
    const runs = runsBelow(root);
    const queryIds = runs.flatMap(({ steps }) => steps.flatMap(({ queries }) => queries));
    const queries = queryIds.flatMap((id) => view.queries[id] ?? []);
    return {
      ...view,
      rootId: root.run.runId,
      runs: Object.fromEntries(runs.map((run) => [run.runId, run])),
      queries: Object.fromEntries(queries.map((query) => [query.queryId, query])),
    };
  });
}

const runsBelow = ({ run, children }: RunNode): readonly RunView[] => [
  run,
  ...children.flatMap(runsBelow),
];

/** How many events of all runs a reader was too slow for. */
export const missingEvents = (view: TreeView): number =>
  sumOf(Object.values(view.runs).map((run) => run.missingEvents ?? 0));

/** What a tree of runs has used so far. */
export interface Totals {
  readonly steps: number;
  readonly queries: number;
  readonly openQueries: number;
  readonly runs: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** Of both kinds; while it runs with policies, those of sub-queries too, as of the last step that has ended. */
  readonly tokens: number;
  /** `null` if no price is known. */
  readonly costUsd: number | null;
  /** Of the root: absent while it runs, and where the log does not say. */
  readonly durationMs?: number | undefined;
}

/** What all runs together have used: while they run, only of the calls that tell, which sub-queries do not. */
export function totalsOf(view: TreeView): Totals {
  const runs = Object.values(view.runs);
  const queries = Object.values(view.queries);
  const counted = {
    steps: runs.reduce((sum, { steps }) => sum + steps.length, 0),
    queries: queries.length,
    openQueries: queries.filter(({ durationMs }) => durationMs === undefined).length,
    runs: runs.length,
  };
  const end = view.runs[view.rootId]?.end;
  if (end !== undefined) {
    const { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0, costUsd, durationMs } = end;
    const tokens = inputTokens + outputTokens;
    const spent = { inputTokens, cachedInputTokens, outputTokens, tokens, costUsd };
    return { ...counted, ...spent, durationMs };
  }
  const calls = runs.flatMap(({ steps }) => steps.flatMap((step) => step.calls));
  const costs = calls.flatMap(({ costUsd }) => costUsd ?? []);
  const inputTokens = sumOf(calls.map((call) => call.inputTokens ?? 0));
  const outputTokens = sumOf(calls.map((call) => call.outputTokens ?? 0));
  const told = toldToPolicies(view.runs[view.rootId]);
  return {
    ...counted,
    inputTokens,
    cachedInputTokens: sumOf(calls.map((call) => call.cachedInputTokens ?? 0)),
    outputTokens,
    tokens: Math.max(inputTokens + outputTokens, told.tokens),
    costUsd: costs.length === 0 && told.costUsd === 0 ? null : Math.max(sumOf(costs), told.costUsd),
  };
}

/** What policies were last told was spent, sub-queries and child runs included, and the run's own calls since. */
function toldToPolicies(run: RunView | undefined): {
  readonly tokens: number;
  readonly costUsd: number;
} {
  const steps = run?.steps ?? [];
  const at = steps.findLastIndex(({ decisions }) => decisions.length > 0);
  const { metrics = {} } = steps[at]?.decisions.at(-1) ?? {};
  const since = at === -1 ? [] : steps.slice(at + 1).flatMap(({ calls }) => calls);
  return {
    tokens:
      (metrics['total_tokens'] ?? 0) +
      sumOf(since.map(({ inputTokens = 0, outputTokens = 0 }) => inputTokens + outputTokens)),
    costUsd: (metrics['cost_usd'] ?? 0) + sumOf(since.map(({ costUsd = 0 }) => costUsd)),
  };
}

/** What each step was worth, of the steps that were valued. */
export const rewardsOf = ({
  steps,
}: RunView): readonly {
  readonly step: number;
  readonly value: number;
  readonly reason: string;
}[] => steps.flatMap(({ step, reward }) => (reward === undefined ? [] : [{ step, ...reward }]));

/** Why a run was stopped; a policy is named. */
export const describeStop = ({ finishReason, code = '', message }: StopView): string =>
  finishReason === 'policy' ? `the policy ${code} says: ${message}` : message;

const sources: Readonly<Record<string, string>> = {
  code: 'its code gave the answer',
  prose: 'it wrote the answer',
  'wrap-up': 'it gave its best answer when it was stopped',
  policy: 'the policy that stopped it had the answer',
};

/** Why a run ended, in one sentence; undefined while it runs. */
export function describeEnd({ end, error }: RunView): string | undefined {
  if (end === undefined) return undefined;
  const { stop, source, answer, status } = end;
  const withAnswer = answer === null ? 'without an answer' : 'with an answer';
  if (status === 'pending_review')
    return 'The model says that it has finished; a person must review it.';
  if (stop?.finishReason === 'error') return `It failed: ${stop.message}`;
  if (stop !== undefined) return `It was stopped ${withAnswer}: ${describeStop(stop)}`;
  if (error !== undefined) return `It failed: ${error}`;
  const how = sources[source ?? ''];
  return how === undefined ? `It finished ${withAnswer}.` : `The model finished: ${how}.`;
}
