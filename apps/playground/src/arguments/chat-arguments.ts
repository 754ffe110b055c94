import { UsageError } from '../usage-error.js';
import type { OutputWishes, VerboseWish } from './ask-arguments.js';
import type { Origins, ValuesOf } from './command.js';
import { anyLimitOptions, readAllLimits, type AskLimits } from './limit-arguments.js';
import { anyModelOptions, readModel, type ModelArguments } from './model-arguments.js';
import { readOutput, readPath } from './read-values.js';
import { isolationOption, outputOptions, textOption } from './shared-options.js';

const { json, events, quiet, verbose, save } = outputOptions;

/** The options of `rlm chat`. */
export const chatOptions = {
  ...anyModelOptions,
  ...anyLimitOptions,
  json,
  events,
  quiet,
  verbose,
  save,
  ...textOption,
  ...isolationOption,
} as const;

/** Who answers questions of which text, and how. */
export interface ChatArguments extends ModelArguments, AskLimits, VerboseWish {
  readonly paths: readonly string[];
  readonly output: OutputWishes['output'];
  /** The file that the events of all questions are written to. */
  readonly save: string | undefined;
  /** Whether files that `.gitignore` leaves out are read too. */
  readonly all: boolean;
  /** Whether the operating system must isolate the model's code. */
  readonly requireIsolation: boolean;
}

/** Reads what follows `rlm chat`. Throws {@link UsageError}. */
export function readChat(
  paths: readonly string[],
  values: ValuesOf<typeof chatOptions>,
  origins: Origins,
): ChatArguments {
  if (paths.length === 0) {
    throw new UsageError('chat needs a file or folder to ask about: rlm chat <file or folder>...');
  }
  if (paths.includes('-')) {
    throw new UsageError('rlm chat reads questions from stdin: save the text to a file first');
  }
  const model = readModel(values, origins);
  return {
    paths,
    ...model,
    ...readAllLimits(values, model),
    output: readOutput(values) ?? 'text',
    verbose: values.verbose ?? false,
    save: readPath('save', values, 'file'),
    all: values['no-ignore'] ?? false,
    requireIsolation: values['require-isolation'] ?? false,
  };
}
