import type { RlmResult } from '@rlm/runner';

import type { AnswerFile } from './answer-file.js';
import type { OutputWishes } from './arguments/ask-arguments.js';
import { evidenceOf } from './evidence.js';
import { hintFor } from './models/hint-for.js';
import type { ReadText } from './read-text.js';
import type { AnyText } from './texts/read-context.js';
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
import { plainText } from './view/text/plain-text.js';

/** The outcome of a question, and how to show it. */
interface Told {
  readonly question: string;
  readonly text: ReadText<AnyText>;
  readonly result: RlmResult;
  readonly figures: Figures;
  readonly output: OutputWishes['output'];
  readonly renderer: RunRenderer;
  readonly screen: Screen;
  /** Where the answer goes; undefined: stdout. */
  readonly answerFile?: AnswerFile | undefined;
}

/** Shows the answer of a run, or why it has no answer, and returns the exit code. */
export async function tellAnswer({ output, renderer, screen, ...told }: Told): Promise<number> {
  const { question, text, result, figures, answerFile } = told;
  const { line, style, writeAnswer } = screen;
  const evidence = await evidenceOf(result.value, text.value);
  const hint = hintFor(result.stop?.error);
  if (output === 'text') {
    if (!isJournalFault(result.stop?.error)) renderer.result(result, evidence, figures);
    if (hint !== undefined) line.print(`${style.dim(hint)}\n`);
  }
  if (output === 'quiet') {
    if (!hasAnswer(result)) {
      const more = hint === undefined ? '' : `; ${hint}`;
      line.print(`rlm: no answer: ${whyNoAnswer(result)}${more}\n`);
    } else if (answerFile === undefined) writeAnswer(answerText(result), { isAlone: true });
  }
  const json = (): string => toJsonLine({ question, ...result.toJSON(), evidence, ...figures });
  if (output === 'json' && answerFile === undefined) {
    process.stdout.write(`${json()}\n`);
  }
  if (answerFile !== undefined && (output === 'json' || hasAnswer(result))) {
    const words = output === 'json' ? json() : answerText(result);
    const isWritten = await write(answerFile, `${words}\n`, (said) => {
      line.print(said);
    });
    if (!isWritten) return 1;
    if (output === 'text') line.print(`The answer is in ${plainText(answerFile.file)}\n`);
  }
  if (result.finishReason === 'aborted') return 130;
  return hasAnswer(result) ? 0 : 1;
}

/** Writes an answer to its file. One that cannot be written goes to stdout: it may have cost a lot. */
async function write(
  { file, write: put }: AnswerFile,
  words: string,
  print: (text: string) => void,
): Promise<boolean> {
  try {
    await put(words);
    return true;
  } catch (error) {
    print(`rlm: ${plainText(file)} cannot be written: ${(error as Error).message}\n`);
    process.stdout.write(words);
    return false;
  }
}
