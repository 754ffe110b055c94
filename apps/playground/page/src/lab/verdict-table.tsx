import { duration, grouped, oneLine } from '../../../src/view/text/numbers.js';
import type { LabReport, LabVerdict } from '../../../src/view/lab/lab-report.js';
import { formatCost, plural } from '../parts/numbers.js';

/** Where each policy and limit would have stopped the run, beside the run as it was. */
export function VerdictTable({ report }: { readonly report: LabReport }) {
  const { verdicts, together, run } = report;
  return (
    <>
      <table className="verdicts">
        <thead>
          <tr>
            <th scope="col">Policy or limit</th>
            <th scope="col">Stops</th>
            <th scope="col">Answer</th>
            <th scope="col" className="number">
              Tokens
            </th>
            <th scope="col" className="number">
              Cost
            </th>
            <th scope="col" className="number">
              Time
            </th>
          </tr>
        </thead>
        <tbody>
          {verdicts.map((verdict, index) => (
            <Row key={index} verdict={verdict} name={verdict.label} />
          ))}
          {verdicts.length > 1 && <Row verdict={together} name="All of them at once" />}
          <tr>
            <th scope="row" data-label="Policy or limit">
              The run as it was
            </th>
            <td data-label="Stops">{plural(run.steps.length, 'step')}</td>
            <td data-label="Answer" className="answer-cell">
              {run.answer === null ? 'none' : oneLine(run.answer, 120)}
            </td>
            <Spent figures={run.whole} />
          </tr>
        </tbody>
      </table>
      {!run.isExact && (
        <p className="why">
          This log does not tell what policies were shown: tokens, cost and time are without
          sub-queries.
        </p>
      )}
    </>
  );
}

function Row({ verdict, name }: { readonly verdict: LabVerdict; readonly name: string }) {
  const { stop, sentBack, notes, spent } = verdict;
  return (
    <tr>
      <th scope="row" data-label="Policy or limit">
        {name}
      </th>
      <td data-label="Stops">
        <span>
          {stop === null ? (
            'does not stop it'
          ) : (
            <>
              <strong>
                ◆ {stop.when === 'before' ? 'behind' : 'after'} step {stop.step}
              </strong>{' '}
              {stop.reason}
            </>
          )}
          {sentBack !== undefined &&
            ` It sends the answer of step ${sentBack.step} back: ${sentBack.reason}`}
          {notes.length > 0 && <span className="figure"> {notes.join(' ')}</span>}
        </span>
      </td>
      <td data-label="Answer" className="answer-cell">
        {answerOf(verdict)}
      </td>
      <Spent figures={spent} />
    </tr>
  );
}

function Spent({ figures }: { readonly figures: LabVerdict['spent'] }) {
  return (
    <>
      <td data-label="Tokens" className="number">
        {grouped(figures.tokens)}
      </td>
      <td data-label="Cost" className="number">
        {formatCost(figures.costUsd)}
      </td>
      <td data-label="Time" className="number">
        {duration(figures.timeMs)}
      </td>
    </>
  );
}

function answerOf({ answer, answerFrom, stop }: LabVerdict): string {
  if (stop === null) return 'as it was';
  if (answerFrom === 'wrap-up') return 'the model would be asked for its best one';
  return answer === null ? 'none' : oneLine(answer, 120);
}
