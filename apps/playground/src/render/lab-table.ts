import type { LabReport, LabVerdict } from '../view/lab/lab-report.js';
import type { LabFigures } from '../view/lab/lab-steps.js';
import { counted, dollars, duration, grouped, oneLine } from '../view/text/numbers.js';
import type { Style } from './style.js';

/** What the lab found, for a person: a policy or limit a paragraph, and the run as it was. */
export function renderLab({ verdicts, together, run }: LabReport, style: Style): string {
  const inexact =
    'Tokens, cost and time are those of the events, without sub-queries: no policy was asked in this run.';
  return [
    `${style.bold('The run as it was:')} ${figuresText(run.whole)}`,
    ...(run.isExact ? [] : [style.dim(inexact)]),
    ...verdicts.map((verdict) => verdictText(verdict, style)),
    ...(verdicts.length > 1 && together.stop !== null
      ? [`${style.bold('All at once:')} ${oneLine(together.label, 100)} stops it first`]
      : []),
  ].join('\n');
}

function verdictText(
  { label, stop, sentBack, answer, answerFrom, spent, notes }: LabVerdict,
  style: Style,
): string {
  const head = style.bold(`${oneLine(label, 100)}:`);
  const noteLines = notes.map((note) => style.dim(`  ${oneLine(note, 200)}`));
  if (sentBack !== undefined) {
    const { step, reason } = sentBack;
    return [
      `${head} sends the answer of step ${step} back`,
      `  ${oneLine(reason, 200)}`,
      ...noteLines,
    ].join('\n');
  }
  if (stop === null) return [`${head} the run goes on to its end`, ...noteLines].join('\n');
  const { step, when, code, reason } = stop;
  const place = when === 'after' ? `after step ${step}` : `before step ${step + 1}`;
  const said =
    answerFrom === 'wrap-up'
      ? 'the model is asked for its best answer'
      : `answer: ${oneLine(answer ?? '', 100)}`;
  return [
    `${head} stops ${place} (${figuresText(spent)})`,
    `  ${code}: ${oneLine(reason, 200)}; ${said}`,
    ...noteLines,
  ].join('\n');
}

function figuresText({ steps, tokens, costUsd, calls, timeMs }: LabFigures): string {
  return [
    counted(steps, 'step'),
    `${grouped(tokens)} tokens`,
    ...(costUsd === 0 ? [] : [dollars(costUsd)]),
    counted(calls, 'call'),
    duration(timeMs),
  ].join(', ');
}
