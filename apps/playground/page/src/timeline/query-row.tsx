import { counted, duration, oneLine } from '../../../src/view/text/numbers.js';
import type { QueryView, RunView, StepView } from '../../../src/view/run-view.js';
import { queriesOf } from '../../../src/view/selectors.js';
import { plural } from '../parts/numbers.js';
import { RowText } from './row-text.js';
import { queriesKey } from './rows.js';
import { useRowContext } from './row-context.js';

/** How many queries a step made, and the button that shows them. */
export function QueriesRow({ step }: { readonly step: StepView }) {
  const { run, tree, open, toggle } = useRowContext();
  const key = queriesKey(run.runId, step);
  const all = queriesOf(tree, step);
  const pending = all.filter((query) => query.durationMs === undefined).length;
  const failed = all.filter((query) => query.error !== undefined).length;
  const shared = all.filter(({ origin }) => origin === 'cache' || origin === 'shared').length;
  return (
    <button
      type="button"
      className="fold"
      aria-expanded={open.has(key)}
      onClick={() => {
        toggle(key);
      }}
    >
      {plural(all.length, 'sub-query', 'sub-queries')}
      {pending > 0 && <span className="figure">{pending} under way</span>}
      {failed > 0 && <span className="figure bad">{failed} failed</span>}
      {shared > 0 && <span className="figure">{shared} answered from cache</span>}
      {pending > 0 && (
        <progress aria-label="Sub-queries answered" max={all.length} value={all.length - pending} />
      )}
    </button>
  );
}

/** One query: its prompt and answer when it is opened. */
export function QueryRow({
  query,
  rowKey,
}: {
  readonly query: QueryView;
  readonly rowKey: string;
}) {
  const { tree, open, toggle, showRun } = useRowContext();
  const child = query.childId === undefined ? undefined : tree.runs[query.childId];
  const isOpen = open.has(rowKey);
  return (
    <div className="query">
      <button
        type="button"
        className="fold"
        aria-expanded={isOpen}
        onClick={() => {
          toggle(rowKey);
        }}
      >
        <span className="query-name">{query.name}</span>
        <span className="query-prompt">{oneLine(query.prompt, 160)}</span>
        <span className="figure">{figuresOf(query)}</span>
      </button>
      {isOpen && (
        <div className="query-whole">
          <p className="label">Prompt ({counted(query.prompt.length, 'character')})</p>
          <RowText text={query.prompt} name={`${rowKey} prompt`} />
          {query.response !== undefined && (
            <>
              <p className="label">Answer</p>
              <RowText text={query.response} name={`${rowKey} response`} />
            </>
          )}
          {query.error !== undefined && (
            <p className="bad">
              <span aria-hidden="true">✕</span> {query.error}
            </p>
          )}
        </div>
      )}
      {child !== undefined && <ChildLink child={child} showRun={showRun} />}
    </div>
  );
}

function ChildLink({
  child,
  showRun,
}: {
  readonly child: RunView;
  readonly showRun: (runId: string) => void;
}) {
  return (
    <button
      type="button"
      className="quiet"
      onClick={() => {
        showRun(child.runId);
      }}
    >
      Show its run ({plural(child.steps.length, 'step')})
    </button>
  );
}

function figuresOf({ durationMs, tokens, origin, error }: QueryView): string {
  if (durationMs === undefined) return 'under way';
  const from = origin === 'cache' || origin === 'shared' ? `, from ${origin}` : '';
  const used = tokens === undefined ? '' : `, ${plural(tokens, 'token')}`;
  return `${error === undefined ? '' : 'failed, '}${duration(durationMs)}${used}${from}`;
}
