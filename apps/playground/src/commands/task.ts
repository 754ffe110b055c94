import { defineCommand } from '../arguments/command.js';
import { anyLimitOptions, readAllLimits } from '../arguments/limit-arguments.js';
import { readModel, type ModelArguments } from '../arguments/model-arguments.js';
import { readOutput, readPath } from '../arguments/read-values.js';
import {
  isolationOption,
  modelOptions,
  outputOptions,
  runsOption,
  textOption,
} from '../arguments/shared-options.js';
import type { TaskSettings } from '../runs/task-spec.js';
import { UsageError } from '../usage-error.js';

/** What is to be done in which folder, by which model. */
export interface TaskArguments {
  readonly prompt: string;
  readonly folder: string;
  readonly model: ModelArguments;
  readonly settings: TaskSettings;
  readonly runs: string | undefined;
  readonly save: string | undefined;
}

const { json, events, quiet, save } = outputOptions;
const { 'max-sub-queries': _, ...limits } = anyLimitOptions;

export const task = defineCommand({
  name: 'task',
  summary: 'gives a model a task in a folder that it can read; you review what it did',
  usage: '"<what to do>" --folder <folder>',
  details: `The model lists, reads and searches files of that folder and no others, and runs code in the sandbox; it
changes nothing. When it is done, the task waits for your review: rlm approve <id> completes it, and
rlm reject <id> --reason "..." makes the model go on. rlm runs lists tasks too, rlm resume <id> goes on with one
that was interrupted.`,
  options: {
    folder: { value: '<folder>', words: 'what it may read; needed', offers: 'folders' },
    ...textOption,
    ...modelOptions,
    ...limits,
    json,
    events,
    quiet,
    save,
    ...runsOption,
    ...isolationOption,
  },
  examples: [
    'rlm task "List every TODO, with the file and what it asks for" --folder ./src',
    'rlm task "Which notes contradict each other?" --folder ./notes --max-steps 30',
    'rlm reject 4f2a90cc --reason "The line numbers are missing"',
  ],
  read([prompt, ...more], values): TaskArguments {
    if (prompt === undefined || prompt.trim() === '' || more.length > 0) {
      throw new UsageError(
        'task needs what is to be done, in quotes: rlm task "<what to do>" --folder <folder>',
      );
    }
    const folder = readPath('folder', values, 'folder');
    if (folder === undefined) {
      throw new UsageError('task needs the folder that the model may read: --folder <folder>');
    }
    const model = readModel(values);
    const { maxSubQueries: _none, ...bounds } = readAllLimits(values, model);
    const output = readOutput(values) ?? 'text';
    return {
      prompt,
      folder,
      model,
      settings: {
        ...bounds,
        output,
        all: values['no-ignore'] ?? false,
        ...(values['require-isolation'] === true ? { requireIsolation: true } : {}),
      },
      runs: readPath('runs', values, 'folder'),
      save: readPath('save', values, 'file'),
    };
  },
  run: async (args) => (await import('./task-command.js')).taskCommand(args),
});
