import type { RlmResult } from '@rlm/runner';

import type { OutputWishes } from './arguments/ask-arguments.js';
import { evidenceOf } from './evidence.js';
import { hintFor } from './models/hint-for.js';
import type { ReadText } from './read-text.js';
import { toJsonLine } from './render/json-line.js';
import {
  answerText,
  hasAnswer,
  whyNoAnswer,
  type Figures,
  type RunRenderer,
} from './render/run-renderer.js';
import { isJournalFault } from './runs/explain.js';
import type { Screen } from './render/screen.js';

/** The outcome of a question, and how to show it. */
interface Told {
  readonly question: string;
  readonly text: ReadText;
  readonly result: RlmResult;
  readonly figures: Figures;
  readonly output: OutputWishes['output'];
  readonly renderer: RunRenderer;
  readonly screen: Screen;
}

/** Shows the answer of a run, or why it has no answer, and returns the exit code. */
export function tellAnswer({ output, renderer, screen, ...told }: Told): number {
  const { question, text, result, figures } = told;
  const { line, style, writeAnswer } = screen;
  const evidence = evidenceOf(result.value, text.value);
  const hint = hintFor(result.stop?.error);
  if (output === 'text') {
    if (!isJournalFault(result.stop?.error)) renderer.result(result, evidence, figures);
    if (hint !== undefined) line.print(`${style.dim(hint)}\n`);
  }
  if (output === 'quiet') {
    if (hasAnswer(result)) writeAnswer(answerText(result), { isAlone: true });
    else {
      const more = hint === undefined ? '' : `; ${hint}`;
      line.print(`rlm: no answer: ${whyNoAnswer(result)}${more}\n`);
    }
  }
  if (output === 'json') {
    const data = { question, ...result.toJSON(), evidence, ...figures };
    process.stdout.write(`${toJsonLine(data)}\n`);
  }
  if (result.finishReason === 'aborted') return 130;
  return hasAnswer(result) ? 0 : 1;
}
