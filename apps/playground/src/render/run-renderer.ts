import type { RlmEvent, RlmResult } from '@rlm/runner';

import type { Evidence } from '../evidence.js';
import { GrowingTree } from '../view/add-event.js';
import type { TreeView } from '../view/run-view.js';
import { describeStop } from '../view/selectors.js';
import { createEventText } from './event-text.js';
import {
  counted,
  dollars,
  duration,
  grouped,
  indent,
  oneLine,
  tokensText,
} from '../view/text/numbers.js';
import { plainText } from '../view/text/plain-text.js';
import type { Screen } from './screen.js';

/** Diagnostics that are shown, and the columns of one; the result has them all. */
const maxDiagnostics = 5;
const messageColumns = 1_000;

/** What the figures at the end are made of, beside the result. */
export interface Figures {
  readonly contextChars: number;
  readonly promptChars: number;
  readonly model: string;
}

/** Shows a run to a person while it works, and its outcome. */
export interface RunRenderer {
  readonly event: (event: RlmEvent) => void;
  readonly result: (result: RlmResult, evidence: readonly Evidence[], figures: Figures) => void;
}

/**
 * Renders for a terminal (live) or a pipe (plain lines). All goes to the line's output but the answer,
 * for which `answer` may name another place.
 */
export function createRunRenderer(
  { line, style, isVerbose }: Pick<Screen, 'line' | 'style' | 'isVerbose'>,
  answer: (text: string) => void = (text) => {
    line.print(`${style.bold(style.good('Answer:'))} ${plainText(text)}\n`);
  },
): RunRenderer {
  const say = (text: string): void => {
    if (text !== '') line.print(`${text}\n`);
  };
  const textsOf = createEventText({ style, isVerbose });
  const view = new GrowingTree();
  const look = (): TreeView => view.now;

  return {
    event(event) {
      view.add(event);
      if (event.type === 'text-delta' || event.type === 'output-delta') return;
      for (const text of textsOf(event, look)) say(text);
    },

    result(result, evidence, figures) {
      const { stop } = result;
      line.print('\n');
      if (hasAnswer(result)) answer(answerText(result));
      else say(style.bad(`No answer: ${whyNoAnswer(result)}`));
      if (hasAnswer(result) && stop !== null)
        say(style.dim(`The run was ended early: ${plainText(describeStop(stop))}`));
      // The evidence beside an answer follows here.
      const isTold = ({ code }: RlmResult['diagnostics'][number]): boolean =>
        code !== 'answer_fields_left_out' || evidence.length === 0;
      for (const { code, message } of result.diagnostics.filter(isTold).slice(0, maxDiagnostics)) {
        const paint = code === 'sub_queries_failed' ? style.bad : style.dim;
        say(paint(`Note: ${oneLine(message, messageColumns)}`));
      }
      for (const { document, start, end, quote, verified } of evidence) {
        const place = `${oneLine(document, 200)}, characters ${grouped(start)} to ${grouped(end)}`;
        say(
          `${style.bold('Evidence:')} ${place}${verified ? '' : style.bad(' (NOT found there)')}`,
        );
        say(indent(oneLine(quote, 300), '  > '));
      }
      say(style.dim(figuresText(result, figures)));
    },
  };
}

function figuresText(
  { steps, calls, usage, durationMs }: RlmResult,
  { contextChars, promptChars, model }: Figures,
): string {
  const { inputTokens, cachedInputTokens, outputTokens, costUsd } = usage.total;
  const tokens = inputTokens + outputTokens;
  return [
    `context ${counted(contextChars, 'character')}`,
    `prompt ${counted(promptChars, 'character')}`,
    counted(steps.length, 'step'),
    counted(calls.sub + calls.recursive, 'sub-query', 'sub-queries'),
    ...(tokens === 0 ? [] : [tokensText(tokens, cachedInputTokens)]),
    ...(costUsd === 0 ? [] : [dollars(costUsd)]),
    duration(durationMs),
    plainText(model),
  ].join(' · ');
}

/** Why a run has no answer. */
export const whyNoAnswer = ({ stop, answer, finishReason }: RlmResult): string =>
  plainText(stop === null ? (answer ?? finishReason) : describeStop(stop));

/** Why an answer may be incomplete; undefined if nothing says so. */
export const noteOf = ({ diagnostics }: RlmResult): string | undefined =>
  diagnostics.find(({ code }) => code === 'sub_queries_failed')?.message;

/** Whether a run has an answer. The planner says itself if it found nothing. */
export function hasAnswer({ answer, value }: RlmResult): boolean {
  if (answer === null) return false;
  const isOfPlanner = typeof value === 'object' && value !== null && 'evidence' in value;
  return !isOfPlanner || !('found' in value) || value.found !== false;
}

/** An answer that brings its evidence along is shown without it: the evidence follows. */
export function answerText({ answer, value }: RlmResult): string {
  if (typeof value === 'object' && value !== null && 'answer' in value) {
    if (typeof value.answer === 'string') return value.answer;
  }
  return answer ?? '';
}
