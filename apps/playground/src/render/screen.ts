import { progress, type Progress, type ProgressOptions } from '@rlm/runner';

import { wrapText } from '../view/text/fit-width.js';
import { colouredText, plainText } from '../view/text/plain-text.js';
import { isLive, styleFor, type Environment, type Output, type Style } from './style.js';
import { columnsOf, wrapFor } from './wrap-for.js';

/** What is written for a person to read: lasting text, and below it on a terminal how far a run is. */
export interface Lines {
  /** Whether it is a terminal that takes escapes. */
  readonly isLive: boolean;
  /** Writes lasting text, on a terminal in its width; of what is in it, colours alone steer the terminal. It ends with a line break. */
  print(text: string): void;
  /** Shows on a terminal how far a run or a job is, until that has ended. */
  readonly follow: (
    run: Parameters<typeof progress>[0],
    options?: Omit<ProgressOptions, 'stream'>,
  ) => void;
  /** Takes away what {@link follow} shows. */
  close(): void;
}

/** Opens the lines of an output. */
export function openLines(output: Output, environment: Environment): Lines {
  const live = isLive(output, environment);
  let shown: Progress | undefined;
  return {
    isLive: live,
    print(text) {
      const words = colouredText(text);
      const fitting = live ? wrapText(words, columnsOf(output)).join('\n') : words;
      if (shown === undefined) output.write(fitting);
      else shown.print(fitting);
    },
    follow(run, options) {
      if (live) shown = progress(run, { ...options, stream: output });
    },
    close() {
      shown?.stop();
      shown = undefined;
    },
  };
}

/** Where a person reads what happens: stderr. The answer goes to stdout. */
export interface Screen {
  readonly line: Lines;
  readonly style: Style;
  /** Whether all of the model's code is shown, however long. */
  readonly isVerbose: boolean;
  /** Writes an answer. If both streams go to one terminal, a word before the answer sets it apart, unless the terminal shows nothing else. */
  readonly writeAnswer: (words: string, options?: { readonly isAlone?: boolean }) => void;
}

/** Opens the screen of one command. */
export function openScreen({ verbose = false }: { readonly verbose?: boolean } = {}): Screen {
  const style = styleFor(process.stderr, process.env);
  return {
    line: openLines(process.stderr, process.env),
    style,
    isVerbose: verbose,
    writeAnswer(words, { isAlone = false } = {}) {
      const { stdout } = process;
      const label = stdout.isTTY && !isAlone ? 'Answer: ' : '';
      if (label !== '') process.stderr.write(`${style.bold(style.good(label.trim()))} `);
      const shown = stdout.isTTY ? wrapFor(stdout, `${label}${plainText(words)}`) : words;
      stdout.write(`${shown.slice(label.length)}\n`);
    },
  };
}
