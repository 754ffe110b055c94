import type { RunContext } from '@rlm/kernel';
import type { ActionResult, Turn } from '@rlm/policies';
import {
  cutText,
  REPLEntry,
  type CutText,
  type REPLHistory,
  type ReplLanguage,
} from '@rlm/repl-types';
import { namesWholeOutput } from '@rlm/sandbox/internal';
import { joinTexts, readCutText, roughBytes } from '@rlm/repl-types/internal';

import { transcriptTurn } from '../run/transcript-turn.js';
import type { QueryScope } from '../run/query-scope.js';
import type { RlmState } from '../run/state.js';
import type { OwnReply } from '../turn/ask-model.js';
import { renderFeedback, type Feedback, type Told } from '../turn/feedback.js';
import type { TurnReport } from '../turn/take-turn.js';

/** A step to record. */
interface TakenTurn {
  readonly reply: string;
  readonly report: TurnReport;
  readonly told: Omit<Told, 'hasWholeOutput'>;
}

/** A recorded step. */
export interface TurnRecord {
  /** The feedback to the model. */
  readonly feedback: Feedback;
  /** The transcript and the result's history, including the step. */
  readonly recorded: Pick<RlmState, 'transcript' | 'history'>;
}

/** Adds a step to the transcript and to the result's history. */
export function recordTurn(
  { reply, report, told }: TakenTurn,
  state: RlmState,
  context: RunContext,
): TurnRecord {
  const { plan, scope, transcript } = state;
  const { language, capabilities } = plan.options.sandbox;
  const hasWholeOutput =
    capabilities.helpers === true && !namesWholeOutput(report.runs.at(-1)?.code ?? '');
  const entry = historyEntry(report, scope, context, language);
  const isRepeated = told.changed.length === 0 && isThird(entry, state.history);
  const { hasQuoted } = scope;
  const feedback = renderFeedback(
    report.runs,
    { hasWholeOutput, isRepeated, hasQuoted, ...told },
    plan.limits.maxOutputChars,
  );
  scope.hasQuoted ||= feedback.notices.some(({ code }) => code === 'lines_quoted');
  const history = state.history.append(entry);
  const turns = [...transcript.turns, transcriptTurn(reply, feedback.text)];
  for (const text of feedback.shown) scope.coverage?.read(text, 'root');
  return { feedback, recorded: { history, transcript: { ...transcript, turns } } };
}

/** What numbers cells differs each time. */
const cellNumber = /\bcell \d+/g;

/** Whether the two steps before this one had the same code and the same output. What calls tools may well be repeated. */
function isThird({ code, output, llmCalls }: REPLEntry, { entries }: REPLHistory): boolean {
  const before = entries.slice(-2);
  const alike = (text: string): string => text.replace(cellNumber, 'cell');
  return (
    code !== '' &&
    before.length === 2 &&
    llmCalls.every(({ name = '' }) => name.includes('_query')) &&
    before.every((one) => one.code === code && alike(one.output) === alike(output))
  );
}

/** The notice on the answer of a turn that was refused. */
const refusalIn = ({ notices }: TurnReport): TurnReport['notices'][number] | undefined =>
  notices.find(({ refused }) => refused !== undefined);

/** A step as the result's history keeps it. */
function historyEntry(
  report: TurnReport,
  { records, kept }: Pick<QueryScope, 'records' | 'kept'>,
  context: RunContext,
  language: ReplLanguage,
): REPLEntry {
  const { runs, prose } = report;
  const output = joinTexts(runs.flatMap(({ result }) => outputOf(result)));
  const texts = {
    reasoning: prose,
    code: runs.map(({ code }) => code).join('\n\n'),
    output: output.text,
    outputGaps: output.gaps,
  };
  const refused = refusalIn(report)?.refused;
  const isWhole = kept.steps.take(roughBytes([texts, refused]));
  return new REPLEntry({
    language,
    executionTimeMs: runs.reduce((sum, { result }) => sum + result.executionTimeMs, 0),
    llmCalls: records,
    timestamp: new Date(context.status.nowMs).toISOString(),
    ...(isWhole ? texts : shortened(texts)),
    ...(refused && { refused: isWhole ? refused : { ...refused, issues: [] } }),
  });
}

/** Characters of each text of a step that are kept once earlier steps have used up the limit. */
const keptChars = 2_000;

type Texts = Pick<REPLEntry, 'reasoning' | 'code' | 'output' | 'outputGaps'>;

function shortened({ reasoning, code, output, outputGaps }: Texts): Texts {
  const { text, gaps } = cutText(output, keptChars, outputGaps);
  return {
    reasoning: cutText(reasoning, keptChars).text,
    code: cutText(code, keptChars).text,
    output: text,
    outputGaps: gaps,
  };
}

function outputOf({
  stdout,
  stderr,
  gaps,
  error,
  value,
}: TurnReport['runs'][number]['result']): readonly (string | CutText)[] {
  const line = error === undefined ? '' : `${error.type}: ${error.message}`;
  return [
    { text: stdout, gaps: gaps.stdout },
    { text: stderr, gaps: gaps.stderr },
    ...(stderr.includes(line) ? [] : [readCutText(line), '\n']),
    ...(value === null ? [] : [readCutText(value), '\n']),
  ];
}

/**
 * A step as policies see it. `output` is the model's reply, never what the program printed. `said`
 * is the reply without its echoes of that, so that text of the data cannot end a run. What was run
 * and printed is in `metadata.turn`, and for rewards in `metadata.code` and `metadata.output`.
 * `durationMs` is the time of acting, without the model's.
 */
export function turnResult(
  reply: OwnReply,
  report: TurnReport,
  newVariables: readonly string[],
  durationMs: number,
  said: string = reply.text,
): ActionResult {
  const { runs } = report;
  const failed = runs.find(({ result }) => !result.success)?.result;
  const error =
    failed?.error === undefined ? null : `${failed.error.type}: ${failed.error.message}`;
  const results = runs.map(({ code, result }) => ({
    action: 'repl',
    result: result.stdout + result.stderr,
    status: result.success ? 'completed' : 'error',
    arguments: code,
  }));
  const echoed = report.isProposal === true ? true : undefined;
  const refused = refusalIn(report)?.message;
  const turn: Turn = { reply: reply.text, results, mode: 'task', echoed };
  const final = report.answer !== null;
  return Object.freeze<ActionResult>({
    actionType: final ? 'final' : report.type === 'final' ? 'error' : report.type,
    success: final || (report.type === 'code' && failed === undefined),
    output: final ? report.answer.text : said,
    error: failed === undefined ? null : (error ?? failed.outcome),
    durationMs,
    tokensUsed: (reply.usage.inputTokens ?? 0) + (reply.usage.outputTokens ?? 0),
    metadata: Object.freeze({
      turn,
      newVariables,
      code: runs.map(({ code }) => code).join('\n\n'),
      output: results.map(({ result }) => result).join(''),
      refused,
    }),
  });
}
