import { UsageError } from '../usage-error.js';
import type { Origins, ValuesOf } from './command.js';
import { costOptions } from './cost-arguments.js';
import { readAllLimits, type AskLimits } from './limit-arguments.js';
import { readModel, type ModelArguments } from './model-arguments.js';
import { readCount, readKeeping, readPath } from './read-values.js';
import {
  isolationOption,
  journalOption,
  languageOption,
  limitOptions,
  modelOptions,
  runsOption,
  textOption,
  yesOption,
} from './shared-options.js';

const limits = 'Limits:';
const output = 'Output (the results on stdout, the rest on stderr):';

/** The options of `rlm batch`. */
export const batchOptions = {
  ...modelOptions,
  ...languageOption,
  ...limitOptions,
  concurrency: { value: '<n>', words: 'how many questions at a time; default 4', group: limits },
  'max-steps': {
    value: '<n>',
    words: 'steps of the model for each question; default 20',
    group: limits,
  },
  'max-sub-queries': {
    value: '<n>',
    words: 'sub-queries for each question; default 200',
    group: limits,
  },
  'max-tokens': {
    value: '<n>',
    words: 'tokens of all questions together; default: no limit',
    group: limits,
  },
  timeout: {
    value: '<time>',
    words: 'time for each question: 30s, 5m, 2h; default 10m',
    group: limits,
  },
  ...costOptions,
  'max-cost': {
    value: '<usd>',
    words: 'US dollars of all questions together; needs the price of the models; default: no limit',
    group: limits,
  },
  output: {
    value: '<file>',
    words: 'writes the results there instead of stdout; what was in the file is replaced',
    group: output,
  },
  schema: {
    value: '<file>',
    words: 'a JSON Schema for the answers; an answer that does not fit goes back to the model',
    group: output,
  },
  quiet: { words: 'shows no progress, only the summary', group: output },
  ...textOption,
  ...isolationOption,
  ...runsOption,
  ...yesOption,
  ...journalOption,
} as const;

type BatchValues = ValuesOf<typeof batchOptions>;

/** How many questions are to be answered, as the command line says it. */
export interface BatchArguments
  extends
    Pick<
      ModelArguments,
      | 'baseUrl'
      | 'provider'
      | 'apiKeyEnv'
      | 'headers'
      | 'model'
      | 'namedBy'
      | 'subModel'
      | 'language'
    >,
    AskLimits {
  /** The file with a question in each line. */
  readonly questions: string;
  readonly paths: readonly string[];
  readonly concurrency: number;
  /** The file that the results are written to; undefined: stdout. */
  readonly output: string | undefined;
  readonly schemaFile: string | undefined;
  readonly quiet: boolean;
  readonly all: boolean;
  readonly runs: string | undefined;
  /** Whether runs of a folder that is named go on unasked. */
  readonly isYes: boolean;
  readonly journal: boolean;
  readonly requireIsolation: boolean;
}

/** Reads what follows `rlm batch`. Throws {@link UsageError}. */
export function readBatch(
  [questions, ...paths]: readonly string[],
  values: BatchValues,
  origins: Origins,
): BatchArguments {
  const usage = 'rlm batch <questions.jsonl> <file or folder>...';
  if (questions === undefined || questions === '') {
    throw new UsageError(`batch needs a file with a question in each line: ${usage}`);
  }
  if (paths.length === 0) {
    throw new UsageError(`batch needs a file or folder to ask about: ${usage}`);
  }
  const keeping = readKeeping(values);
  const { baseUrl, provider, apiKeyEnv, headers, model, namedBy, subModel, language } = readModel(
    values,
    origins,
  );
  return {
    questions,
    paths,
    ...{ baseUrl, provider, apiKeyEnv, headers, model, namedBy, subModel, language },
    ...readAllLimits(values, { planner: false }),
    concurrency: readCount('concurrency', values, 1) ?? 4,
    output: readPath('output', values, 'file'),
    schemaFile: readPath('schema', values, 'file'),
    quiet: values.quiet ?? false,
    all: values['no-ignore'] ?? false,
    ...keeping,
    isYes: values.yes ?? false,
    requireIsolation: values['require-isolation'] ?? false,
  };
}
