import { UsageError } from '../usage-error.js';
import type { Origins, ValuesOf } from './command.js';
import { costOptions } from './cost-arguments.js';
import { readAllLimits, type AskLimits } from './limit-arguments.js';
import { readModel, type ModelArguments } from './model-arguments.js';
import { readCount, readKeeping } from './read-values.js';
import {
  isolationOption,
  journalOption,
  languageOption,
  limitOptions,
  modelOptions,
  runsOption,
} from './shared-options.js';

const tasks = 'Tasks:';
const { 'max-tokens': maxTokens, ...limitsOfEach } = limitOptions;

/** The options of `rlm try`. */
export const tryOptions = {
  ...modelOptions,
  ...languageOption,
  only: { value: '<names>', words: 'these tasks alone: needle,join', group: tasks },
  seed: { value: '<n>', words: 'other texts of the same tasks; default 1', group: tasks },
  baseline: {
    words: 'also asks the model directly: one call a task, with as much text as fits',
    group: tasks,
  },
  window: {
    value: '<tokens>',
    words: 'what fits in such a call, at 4 characters a token; default 128000',
    group: tasks,
  },
  json: { words: 'prints a line of JSON for each task, on stdout', group: tasks },
  ...limitsOfEach,
  'max-tokens': { ...maxTokens, words: 'tokens of all tasks together; default: no limit' },
  ...costOptions,
  'max-cost': {
    ...costOptions['max-cost'],
    words: 'US dollars of all tasks together; needs the price of the models; default: no limit',
  },
  ...isolationOption,
  ...runsOption,
  ...journalOption,
} as const;

/** Which model is tried, on which tasks, as the command line says it. */
export interface TryArguments extends ModelArguments, AskLimits {
  /** The names of the tasks; undefined: all. */
  readonly only: readonly string[] | undefined;
  readonly seed: number;
  /** The tokens that fit in a direct call; undefined: none is made. */
  readonly window: number | undefined;
  readonly json: boolean;
  readonly runs: string | undefined;
  readonly journal: boolean;
  readonly requireIsolation: boolean;
}

/** Reads what follows `rlm try`. Throws {@link UsageError}. */
export function readTry(
  rest: readonly string[],
  values: ValuesOf<typeof tryOptions>,
  origins: Origins,
): TryArguments {
  if (rest.length > 0) {
    throw new UsageError(
      'rlm try has texts of its own: it takes no files, and names tasks with --only',
    );
  }
  const keeping = readKeeping(values);
  const window = readCount('window', values, 1_000);
  if (window !== undefined && values.baseline !== true) {
    throw new UsageError('--window is for the direct calls of --baseline: add it');
  }
  return {
    ...readModel(values, origins),
    ...readAllLimits(values, { planner: false }),
    only: values.only?.split(',').map((name) => name.trim()),
    seed: readCount('seed', values, 0) ?? 1,
    window: values.baseline === true ? (window ?? 128_000) : undefined,
    json: values.json ?? false,
    ...keeping,
    requireIsolation: values['require-isolation'] ?? false,
  };
}
