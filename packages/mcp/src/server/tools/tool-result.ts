import { RlmError } from '@rlm/repl-types';
import { groupThousands, messageOf, headOf } from '@rlm/repl-types/internal';
import type { RlmResult } from '@rlm/runner';

import type { SkippedFile } from '../files/find-files.js';

/** What a tool gives to the client. */
export interface ToolResult {
  [field: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  _meta?: Record<string, unknown>;
}

/** The most skipped files that are named. */
const maxSkipped = 100;

/** The longest words of a fault. */
const maxFaultChars = 2_000;

/** The answer of a run, as text and as data. A run that ended without one is an error of the tool. */
export function answerResult(
  result: RlmResult,
  files: number,
  skipped: readonly SkippedFile[],
  isKept: boolean,
): ToolResult {
  const { runId, answer, finishReason, stop, durationMs, diagnostics } = result;
  const { total } = result.usage;
  const { inputTokens, outputTokens, costUsd } = total;
  const steps = result.steps.length;
  const note = diagnostics.find(({ code }) => code === 'sub_queries_failed')?.message;
  const structuredContent = {
    runId,
    answer,
    finishReason,
    ...(stop === null ? {} : { stop: { code: stop.code, message: stop.message } }),
    usage: { ...total },
    steps,
    durationMs,
    files,
    note,
    skipped: skipped.slice(0, maxSkipped).map(({ name, reason }) => ({ name, reason })),
  };
  const tokens = groupThousands(inputTokens + outputTokens);
  const cost = costUsd === 0 ? '' : `, $${costUsd.toFixed(4)}`;
  const facts = `[run ${runId}: ${finishReason}, ${steps} steps, ${tokens} tokens${cost}]`;
  if (answer !== null) {
    const said = note === undefined ? [] : [`[${note}]`];
    return { content: texts(answer, facts, ...said), structuredContent };
  }
  const code = stop?.code ?? finishReason;
  const message = stop?.message ?? 'The run ended without an answer.';
  const more = isKept
    ? `The run is kept: call the tool "resume" with runId ${JSON.stringify(runId)}, or ask a narrower question.`
    : 'Ask a narrower question, or name fewer files.';
  return {
    content: texts(`${code}: ${message} ${more}`, facts),
    structuredContent,
    isError: true,
    _meta: { 'rlm/error': { code, message } },
  };
}

/** A fault as an error of the tool: its code, what is wrong, and what to do. */
export function faultResult(error: unknown): ToolResult {
  const code = RlmError.isInstance(error) ? error.code : 'internal_error';
  const message = headOf(messageOf(error), maxFaultChars);
  return {
    content: texts(`${code}: ${message}`),
    isError: true,
    _meta: { 'rlm/error': { code, message } },
  };
}

/** Data as text and as data. */
export const dataResult = (data: Record<string, unknown>): ToolResult => ({
  content: texts(JSON.stringify(data, null, 1)),
  structuredContent: data,
});

const texts = (...parts: readonly string[]): { type: 'text'; text: string }[] =>
  parts.map((text) => ({ type: 'text', text }));
