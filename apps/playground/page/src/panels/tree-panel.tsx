import { duration, grouped, oneLine } from '../../../src/view/text/numbers.js';
import type { RunView, TreeView } from '../../../src/view/run-view.js';
import { queriesOf, runTree, type RunNode } from '../../../src/view/selectors.js';
import { plural } from '../parts/numbers.js';
import { Panel } from './panel.js';

/** The runs of the tree with their queries; a click shows a run's timeline. */
export function TreePanel({
  tree,
  shown,
  onShow,
}: {
  readonly tree: TreeView;
  readonly shown: string;
  readonly onShow: (runId: string) => void;
}) {
  const runs = Object.keys(tree.runs).length;
  const queries = Object.keys(tree.queries).length;
  if (runs < 2 && queries === 0) return null;
  const note = [
    ...(runs > 1 ? [plural(runs - 1, 'sub-run')] : []),
    ...(queries > 0 ? [plural(queries, 'sub-query', 'sub-queries')] : []),
  ].join(', ');
  return (
    <Panel title="Runs" note={note}>
      <ul className="tree">
        {runTree(tree).map((node) => (
          <Node key={node.run.runId} node={node} tree={tree} shown={shown} onShow={onShow} />
        ))}
      </ul>
    </Panel>
  );
}

function Node({
  node: { run, query, children },
  tree,
  shown,
  onShow,
}: {
  readonly node: RunNode;
  readonly tree: TreeView;
  readonly shown: string;
  readonly onShow: (runId: string) => void;
}) {
  const queries = run.steps
    .flatMap((step) => queriesOf(tree, step))
    .filter(({ childId }) => childId === undefined);
  return (
    <li>
      <button
        type="button"
        className="tree-run"
        aria-current={run.runId === shown ? 'true' : undefined}
        onClick={() => {
          onShow(run.runId);
        }}
      >
        <span className="tree-query">{run.query === '' ? run.runId : oneLine(run.query, 90)}</span>
        <span className="figure">
          {figuresOf(run)}
          {query !== undefined && `, asked in step ${query.step}`}
        </span>
      </button>
      {queries.length > 0 && (
        <details className="tree-queries">
          <summary>{plural(queries.length, 'query', 'queries')}</summary>
          <ul>
            {queries
              .slice(0, maxQueries)
              .map(({ queryId, step, prompt, durationMs, tokens, error }) => (
                <li key={queryId}>
                  <span>{oneLine(prompt, 90)}</span>
                  <span className="figure">
                    step {step}, {durationMs === undefined ? 'under way' : duration(durationMs)}
                    {tokens !== undefined && `, ${plural(tokens, 'token')}`}
                    {error !== undefined && ', failed'}
                  </span>
                </li>
              ))}
          </ul>
          {queries.length > maxQueries && (
            <p className="faint">{grouped(queries.length - maxQueries)} more in the timeline.</p>
          )}
        </details>
      )}
      {children.length > 0 && (
        <ul>
          {children.map((child) => (
            <Node key={child.run.runId} node={child} tree={tree} shown={shown} onShow={onShow} />
          ))}
        </ul>
      )}
    </li>
  );
}

const maxQueries = 50;

function figuresOf({ end, steps }: RunView): string {
  const count = plural(steps.length, 'step');
  if (end === undefined) return `${count}, under way`;
  const { inputTokens = 0, outputTokens = 0, durationMs } = end;
  const tokens = inputTokens + outputTokens;
  return [
    count,
    ...(durationMs === undefined ? [] : [duration(durationMs)]),
    ...(tokens > 0 ? [`${grouped(tokens)} tokens`] : []),
  ].join(', ');
}
