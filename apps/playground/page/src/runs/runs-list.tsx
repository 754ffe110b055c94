import { duration, grouped, oneLine } from '../../../src/view/text/numbers.js';
import type { RunInfo } from '../../../src/api.js';
import { formatCost, formatDate, plural } from '../parts/numbers.js';
import { hrefOf } from '../parts/route.js';
import { modelName, StatusTag } from '../run/status-tag.js';

/** Runs, one below the other: the question, the answer, and what is known of each. */
export function RunsList({
  runs,
  onRemove,
}: {
  readonly runs: readonly RunInfo[];
  readonly onRemove: (run: RunInfo) => void;
}) {
  return (
    <ul className="runs">
      {runs.map((run) => (
        <li key={run.id}>
          <div className="run-words">
            <h2>
              {run.canShow ? (
                <a href={hrefOf({ name: 'run', id: run.id })}>{run.question}</a>
              ) : (
                run.question
              )}
            </h2>
            <p className="run-answer">{answerOf(run)}</p>
            <p className="figures">
              <StatusTag status={run.status} />
              <span className="run-id" title={run.id}>
                {run.id}
              </span>
              <time dateTime={run.made}>{formatDate(run.made)}</time>
              <span>{modelName(run)}</span>
              {run.project !== undefined && <span className="run-id">{run.project}</span>}
              {run.steps !== undefined && <span>{plural(run.steps, 'step')}</span>}
              {run.tokens !== undefined && <span>{grouped(run.tokens)} tokens</span>}
              {run.costUsd !== undefined && run.costUsd !== null && (
                <span>{formatCost(run.costUsd)}</span>
              )}
              {run.durationMs !== undefined && <span>{duration(run.durationMs)}</span>}
            </p>
          </div>
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
        </li>
      ))}
    </ul>
  );
}

function answerOf({ answer, problem, finishReason }: RunInfo): string {
  if (answer !== undefined && answer !== null) return oneLine(answer, 200);
  if (problem !== undefined) return `No answer. ${oneLine(problem, 200)}`;
  if (finishReason === undefined) return 'No answer yet.';
  // The list does not read why a kept run has no answer.
  return finishReason === 'final' ? 'It has an answer.' : `No answer: ${finishReason}`;
}
