import { defineCommand } from '../arguments/command.js';
import type { OutputWishes } from '../arguments/ask-arguments.js';
import { anyLimitOptions, readAllLimits, type AskLimits } from '../arguments/limit-arguments.js';
import { anyModelOptions, readModel, type ModelArguments } from '../arguments/model-arguments.js';
import { readOutput, readPath } from '../arguments/read-values.js';
import { isolationOption, outputOptions, textOption } from '../arguments/shared-options.js';
import { UsageError } from '../usage-error.js';

const { json, events, quiet, save } = outputOptions;

/** Who answers questions of which text, and how. */
export interface ChatArguments extends ModelArguments, AskLimits {
  readonly paths: readonly string[];
  readonly output: OutputWishes['output'];
  /** The file that the events of all questions are written to. */
  readonly save: string | undefined;
  /** Whether files that `.gitignore` leaves out are read too. */
  readonly all: boolean;
  /** Whether the operating system must isolate the model's code. */
  readonly requireIsolation: boolean;
}

export const chat = defineCommand({
  name: 'chat',
  summary: 'several questions over one text, in one session that keeps its variables',
  usage: '<file or folder>...',
  details: `A question is a line. Later ones find the variables of earlier ones, and the questions and answers in
the variable history. Limits are those of each question. In between:
  /vars   the variables that the code has made    /cost   what was spent, and what a question may spend
  /help   these words                             /exit   ends, as Ctrl-D does
Ctrl-C stops the question under way; a second one ends. In a pipe, each line of stdin is a question and each
answer is written to stdout. The exit code is 0 where every question got an answer.`,
  options: {
    ...anyModelOptions,
    ...anyLimitOptions,
    json,
    events,
    quiet,
    save,
    ...textOption,
    ...isolationOption,
  },
  examples: [
    'rlm chat ./notes',
    'rlm chat ./notes --save session.jsonl',
    'rlm chat report.pdf --base-url http://127.0.0.1:11434/v1 --max-steps 10',
    'printf "Who signed?\\nWhen?\\n" | rlm chat contract.docx --quiet',
  ],
  offers: 'files',
  read(paths, values): ChatArguments {
    if (paths.length === 0) {
      throw new UsageError(
        'chat needs a file or folder to ask about: rlm chat <file or folder>...',
      );
    }
    if (paths.includes('-')) {
      throw new UsageError('rlm chat reads questions from stdin: save the text to a file first');
    }
    const model = readModel(values);
    return {
      paths,
      ...model,
      ...readAllLimits(values, model),
      output: readOutput(values) ?? 'text',
      save: readPath('save', values, 'file'),
      all: values['no-ignore'] ?? false,
      requireIsolation: values['require-isolation'] ?? false,
    };
  },
  run: async (args) => (await import('./chat-command.js')).chatCommand(args),
});
