import { UsageError } from '../usage-error.js';
import type { OutputWishes } from './ask-arguments.js';
import type { Origins, ValuesOf } from './command.js';
import { anyLimitOptions, readAllLimits, type AskLimits } from './limit-arguments.js';
import { readModel, type ModelArguments } from './model-arguments.js';
import { readOutput, readPath } from './read-values.js';
import {
  isolationOption,
  modelOptions,
  outputOptions,
  runsOption,
  textOption,
} from './shared-options.js';

const { json, events, quiet, save } = outputOptions;
const { 'max-sub-queries': _, concurrency: _none, ...limits } = anyLimitOptions;

/** The options of `rlm task`. */
export const taskOptions = {
  folder: { value: '<folder>', words: 'the folder that it may read; required' },
  ...textOption,
  ...modelOptions,
  ...limits,
  json,
  events,
  quiet,
  save,
  ...runsOption,
  ...isolationOption,
} as const;

/** What a task may spend, and how it is shown. */
export interface TaskSettings extends Omit<AskLimits, 'maxSubQueries' | 'concurrency'> {
  readonly output: OutputWishes['output'];
  /** Whether files that `.gitignore` leaves out may be read too. */
  readonly all: boolean;
  /** Whether the operating system must isolate the code that it runs. */
  readonly requireIsolation?: boolean | undefined;
}

/** What is to be done in which folder, by which model. */
export interface TaskArguments {
  readonly prompt: string;
  readonly folder: string;
  readonly model: ModelArguments;
  readonly settings: TaskSettings;
  readonly runs: string | undefined;
  readonly save: string | undefined;
}

/** Reads what follows `rlm task`. Throws {@link UsageError}. */
export function readTask(
  [prompt, ...more]: readonly string[],
  values: ValuesOf<typeof taskOptions>,
  origins: Origins,
): TaskArguments {
  if (prompt === undefined || prompt.trim() === '' || more.length > 0) {
    throw new UsageError(
      'task needs what is to be done, in quotes: rlm task "<what to do>" --folder <folder>',
    );
  }
  const folder = readPath('folder', values, 'folder');
  if (folder === undefined) {
    throw new UsageError('task needs the folder that the model may read: --folder <folder>');
  }
  const model = readModel(values, origins);
  const { maxSubQueries: _unused, ...bounds } = readAllLimits(values, model);
  const output = readOutput(values) ?? 'text';
  return {
    prompt,
    folder,
    model,
    settings: {
      ...bounds,
      output,
      all: values['no-ignore'] ?? false,
      requireIsolation: values['require-isolation'],
    },
    runs: readPath('runs', values, 'folder'),
    save: readPath('save', values, 'file'),
  };
}
