import { useId } from 'react';

import { duration, grouped, oneLine } from '../../../src/view/text/numbers.js';
import type { RunInfo } from '../../../src/api.js';
import { formatCost, formatDate } from '../parts/numbers.js';
import { hrefOf } from '../parts/route.js';
import { modelName, StatusTag } from '../run/status-tag.js';

const columns = ['run', 'date', 'model', 'answer', 'steps', 'tokens', 'cost', 'time', 'compare'];

/** The runs of one question, beside each other. */
export function RunsTable({
  question,
  runs,
  chosen,
  onChoose,
  onRemove,
}: {
  readonly question: string;
  readonly runs: readonly RunInfo[];
  readonly chosen: readonly string[];
  readonly onChoose: (id: string, isChosen: boolean) => void;
  readonly onRemove: (run: RunInfo) => void;
}) {
  const id = useId();
  return (
    <section className="question-runs" aria-labelledby={id}>
      <h2 id={id}>{question}</h2>
      <table className="runs">
        {/* The columns of all tables are as wide as each other. */}
        <colgroup>
          {columns.map((name) => (
            <col key={name} className={`column-${name}`} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Date</th>
            <th scope="col">Model</th>
            <th scope="col">Answer</th>
            <th scope="col" className="number">
              Steps
            </th>
            <th scope="col" className="number">
              Tokens
            </th>
            <th scope="col" className="number">
              Cost
            </th>
            <th scope="col" className="number">
              Time
            </th>
            <th scope="col">Compare</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <th scope="row" data-label="Run">
                <span className="run-name">
                  {run.canShow ? (
                    <a className="run-id" title={run.id} href={hrefOf({ name: 'run', id: run.id })}>
                      {run.id}
                    </a>
                  ) : (
                    <span className="run-id" title={run.id}>
                      {run.id}
                    </span>
                  )}
                  <StatusTag status={run.status} />
                </span>
              </th>
              <td data-label="Date">
                <time dateTime={run.made}>{formatDate(run.made)}</time>
              </td>
              <td data-label="Model">{modelName(run)}</td>
              <td data-label="Answer" className="answer-cell">
                {answerOf(run)}
              </td>
              <td data-label="Steps" className="number">
                {show(run.steps, grouped)}
              </td>
              <td data-label="Tokens" className="number">
                {show(run.tokens, grouped)}
              </td>
              <td data-label="Cost" className="number">
                {formatCost(run.costUsd)}
              </td>
              <td data-label="Time" className="number">
                {show(run.durationMs, duration)}
              </td>
              <td data-label="Compare" className="run-actions">
                <input
                  type="checkbox"
                  aria-label={`Compare ${run.id}`}
                  disabled={!run.canShow}
                  checked={chosen.includes(run.id)}
                  onChange={(event) => {
                    onChoose(run.id, event.target.checked);
                  }}
                />
                <button
                  type="button"
                  className="icon"
                  aria-label={`Remove ${run.id}`}
                  title="Remove"
                  onClick={() => {
                    onRemove(run);
                  }}
                >
                  ✕
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function answerOf({ answer, problem, finishReason }: RunInfo): string {
  if (answer !== undefined && answer !== null) return oneLine(answer, 200);
  if (problem !== undefined) return `No answer. ${oneLine(problem, 200)}`;
  if (finishReason === undefined) return '–';
  if (answer === null) return `No answer: ${finishReason}`;
  // The list does not read the answer of a kept run, nor why it has none.
  return finishReason === 'error' ? 'Open the run to read why.' : 'Open the run to read it.';
}

function show(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? '–' : format(value);
}
