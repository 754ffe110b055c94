import { fieldsOf, listOf, numberOf, numbersOf, textOf, type Fields } from './read.js';
import type { EndView, StopView } from './run-view.js';

/** What stopped a run, from a result or an event; undefined if nothing did. */
export function stopOf(stop: unknown): StopView | undefined {
  const { finishReason, code, message } = fieldsOf(stop);
  if (typeof finishReason !== 'string') return undefined;
  return {
    finishReason,
    code: typeof code === 'string' ? code : undefined,
    message: textOf(message),
  };
}

/**
 * The outcome of a run: a result of `runRlm`, or of `runTask` and `runResponse`. `isCostTold`: whether any call told its cost; without
 * one, a sum of 0 means that no prices were known.
 */
export function endOf(result: Fields, isCostTold: boolean): EndView {
  const total = fieldsOf(fieldsOf(result['usage'])['total']);
  const stop = stopOf(result['stop']);
  const source = textOf(result['source']);
  const costUsd = numberOf(total['costUsd']) ?? null;
  return {
    answer: answerOf(result),
    finishReason: textOf(result['finishReason'], stop?.finishReason ?? 'final'),
    source: source === '' ? null : source,
    stop,
    inputTokens: numberOf(total['inputTokens']),
    cachedInputTokens: numberOf(total['cachedInputTokens']),
    outputTokens: numberOf(total['outputTokens']),
    costUsd: isCostTold || costUsd !== 0 ? costUsd : null,
    durationMs: numberOf(result['durationMs']),
    calls: callsOf(result),
    rewards: Array.isArray(result['rewards'])
      ? result['rewards'].map((reward) => numberOf(reward) ?? 0)
      : [],
    coverage: coverageOf(result['coverage']),
    diagnostics: listOf(result['diagnostics']).map(({ code, message }) => ({
      code: textOf(code),
      message: textOf(message),
    })),
    status: typeof result['status'] === 'string' ? result['status'] : undefined,
  };
}

/** For a task, the text given to its finish tool, else its last reply. */
function answerOf({ answer, finishSummary, assistantResponse }: Fields): string | null {
  const said = [answer, finishSummary, assistantResponse].find((each) => typeof each === 'string');
  return said === undefined || (said === '' && answer !== '') ? null : said;
}

function callsOf({ calls, steps, actionResults }: Fields): EndView['calls'] {
  if (calls !== undefined) return numbersOf(calls);
  const tools = Array.isArray(actionResults) ? actionResults.length : 0;
  return { root: Array.isArray(steps) ? steps.length : 0, tools };
}

function coverageOf(coverage: unknown): EndView['coverage'] {
  const { fraction, chars, contexts, unread, evidence } = fieldsOf(coverage);
  if (typeof fraction !== 'number') return undefined;
  return {
    fraction,
    chars: numberOf(chars) ?? 0,
    contexts: numbersOf(contexts),
    unread: listOf(unread).map(({ context, path, start, end }) => ({
      context: textOf(context),
      path: typeof path === 'string' ? path : undefined,
      start: numberOf(start) ?? 0,
      end: numberOf(end) ?? 0,
    })),
    evidence: listOf(evidence).map(({ context, path, start, quote }) => ({
      context: textOf(context),
      path: typeof path === 'string' ? path : undefined,
      start: numberOf(start) ?? 0,
      quote: textOf(quote),
    })),
  };
}
