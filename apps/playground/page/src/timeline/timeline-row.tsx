import { memo } from 'react';

import { duration, oneLine } from '../../../src/view/text/numbers.js';
import { Code } from '../code/code.js';
import { DecisionsRow } from './decisions-row.js';
import { OutputRow } from './output-row.js';
import { QueriesRow, QueryRow } from './query-row.js';
import { useRowContext } from './row-context.js';
import { RowText } from './row-text.js';
import type { Row } from './rows.js';
import { RetryRow, WritingRow } from './writing-row.js';
import { StepRow } from './step-row.js';

/** One row of the timeline. All that comes from the run is text. */
export const TimelineRow = memo(function TimelineRow({ row }: { readonly row: Row }) {
  const { run, tree } = useRowContext();
  switch (row.kind) {
    case 'step':
      return <StepRow step={row.step} />;
    case 'writing':
      return <WritingRow run={run} step={row.step} call={row.call} />;
    case 'retry':
      return <RetryRow retry={row.retry} isLive={run.state !== 'ended'} />;
    case 'reasoning':
      return (
        <div className="reasoning">
          <RowText text={row.step.reasoning} name={row.key} className="prose" />
        </div>
      );
    case 'code':
      return (
        <div className="block">
          <p className="label">
            {run.language === 'python' ? 'Python' : 'JavaScript'}
            {row.block.blocks > 1 && (
              <span className="figure">
                block {row.block.block + 1} of {row.block.blocks}
              </span>
            )}
            {row.block.durationMs === undefined ? (
              <span className="figure">runs</span>
            ) : (
              <span className="figure">{duration(row.block.durationMs)}</span>
            )}
          </p>
          <Code code={row.block.code} language={run.language} />
        </div>
      );
    case 'output':
      return <OutputRow block={row.block} rowKey={row.key} />;
    case 'queries':
      return <QueriesRow step={row.step} />;
    case 'query': {
      const query = tree.queries[row.queryId];
      return query === undefined ? null : <QueryRow query={query} rowKey={row.key} />;
    }
    case 'action':
      return (
        <div className="output">
          <p className="label">
            Tool {row.action.name}
            <span className="figure">{row.action.status ?? 'under way'}</span>
          </p>
          <RowText text={row.action.arguments} name={`${row.key} arguments`} />
          {row.action.result !== undefined && <RowText text={row.action.result} name={row.key} />}
        </div>
      );
    case 'notice':
      return (
        <p className="notice">
          <span className="notice-code">
            <span aria-hidden="true">!</span> {row.code}
          </span>{' '}
          {row.refused === undefined ? (
            row.message
          ) : (
            <>
              The answer <code>{oneLine(row.refused.answer, 200)}</code> was refused:{' '}
              {row.refused.reason}
            </>
          )}
        </p>
      );
    case 'decisions':
      return <DecisionsRow decisions={row.step.decisions} />;
    case 'final':
      return (
        <div className="final">
          <p className="label">
            Final answer <span className="figure">{row.step.final?.source}</span>
          </p>
          <RowText text={row.step.final?.answer ?? ''} name={row.key} className="prose" />
        </div>
      );
  }
});
