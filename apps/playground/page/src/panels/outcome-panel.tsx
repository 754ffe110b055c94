import type { ReactNode } from 'react';

import { duration, grouped } from '../../../src/view/text/numbers.js';
import type { RunView } from '../../../src/view/run-view.js';
import { describeEnd, describeStop, type Totals } from '../../../src/view/selectors.js';
import { formatCost, formatTokens, plural } from '../parts/numbers.js';
import { CopyButton } from '../parts/copy-button.js';
import { LongText } from '../timeline/long-text.js';
import { Panel } from './panel.js';

/** The outcome of the run, and why it ended. */
export function OutcomePanel({
  run,
  totals,
  children,
}: {
  readonly run: RunView;
  /** What the tree has used so far. */
  readonly totals: Totals | undefined;
  /** Shown below the answer. */
  readonly children: ReactNode;
}) {
  const { end } = run;
  if (end === undefined) {
    return (
      <Panel title="Now">
        <p>
          {run.state === 'wrapping-up'
            ? 'Something stopped the run; its best answer is asked for.'
            : `Step ${run.steps.at(-1)?.step ?? 1} is under way.`}
        </p>
        {totals !== undefined && (
          <dl className="facts">
            <Fact
              name="Tokens"
              value={formatTokens(
                totals.inputTokens,
                totals.outputTokens,
                totals.cachedInputTokens,
              )}
            />
            <Fact name="Cost" value={formatCost(totals.costUsd)} />
            {totals.queries > 0 && (
              <Fact
                name="Sub-queries"
                value={`${grouped(totals.queries - totals.openQueries)} of ${grouped(totals.queries)}`}
              />
            )}
          </dl>
        )}
        {run.stop !== undefined && <p className="notice">{describeStop(run.stop)}</p>}
      </Panel>
    );
  }
  return (
    <Panel title="Answer">
      {end.answer === null ? (
        <p className="bad">
          <span aria-hidden="true">✕</span> No answer.
        </p>
      ) : (
        <>
          <LongText text={end.answer} className="answer" />
          <CopyButton label="Copy the answer" text={end.answer} />
          {children}
        </>
      )}
      <p className="why">
        <span className="tag">{end.finishReason}</span> {describeEnd(run)}
      </p>
      <dl className="facts">
        <Fact name="Steps" value={plural(run.steps.length, 'step')} />
        <Fact
          name="Tokens"
          value={formatTokens(end.inputTokens, end.outputTokens, end.cachedInputTokens)}
        />
        <Fact name="Cost" value={formatCost(end.costUsd)} />
        <Fact name="Time" value={end.durationMs === undefined ? '–' : duration(end.durationMs)} />
        {Object.entries(end.calls)
          .filter(([, count]) => count > 0)
          .map(([purpose, count]) => (
            <Fact key={purpose} name={`Calls: ${purpose}`} value={grouped(count)} />
          ))}
      </dl>
      {end.diagnostics.map(({ code, message }) => (
        <p key={code} className="notice">
          {message}
        </p>
      ))}
    </Panel>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
