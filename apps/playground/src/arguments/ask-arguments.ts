import { rewardPolicies } from '@rlm/policies/reward';

import { UsageError } from '../usage-error.js';
import type { Origins, ValuesOf } from './command.js';
import { anyLimitOptions, readAllLimits, type AskLimits } from './limit-arguments.js';
import { anyModelOptions, readModel, type ModelArguments } from './model-arguments.js';
import { readKeeping, readOutput, readPath } from './read-values.js';
import {
  isolationOption,
  journalOption,
  outputOptions,
  runsOption,
  textOption,
} from './shared-options.js';

/** The options of `rlm ask`. */
export const askOptions = {
  ...anyModelOptions,
  ...anyLimitOptions,
  schema: {
    value: '<file>',
    words: 'a JSON Schema for the answer; an answer that does not fit goes back to the model',
    group: 'Output (the answer on stdout, the rest on stderr):',
  },
  ...outputOptions,
  reward: {
    value: '<policy>',
    words: 'values each turn',
    choices: rewardPolicies.policies.map(({ policyName }) => policyName),
    group: 'Output (the answer on stdout, the rest on stderr):',
  },
  ...textOption,
  ...isolationOption,
  ...runsOption,
  ...journalOption,
} as const;

type AskValues = ValuesOf<typeof askOptions>;

/** How a run is shown. */
export interface OutputWishes {
  readonly output: 'text' | 'quiet' | 'json' | 'events';
  /** Whether the transcript is printed at the end. */
  readonly history: boolean;
}

/** Whether all of the model's code is shown, however long. */
export interface VerboseWish {
  readonly verbose: boolean;
}

/** How a question is to be answered, as the command line says it. */
export interface AskArguments extends ModelArguments, AskLimits, OutputWishes, VerboseWish {
  readonly question: string;
  readonly paths: readonly string[];
  readonly reward: string | undefined;
  /** The file with the JSON Schema of the answer. */
  readonly schemaFile: string | undefined;
  /** The file that the answer is written to; undefined: stdout. */
  readonly answerFile: string | undefined;
  /** The file that the events of the run are written to. */
  readonly save: string | undefined;
  /** Whether files that `.gitignore` leaves out are read too. */
  readonly all: boolean;
  /** Where the run is written down; default: the user's own. */
  readonly runs: string | undefined;
  /** Whether it is. */
  readonly journal: boolean;
  /** Whether the operating system must isolate the model's code. */
  readonly requireIsolation: boolean;
}

/** Reads what follows `rlm ask`. Throws {@link UsageError}. */
export function readAsk(
  [question, ...paths]: readonly string[],
  values: AskValues,
  origins: Origins,
): AskArguments {
  if (question === undefined || question.trim() === '') {
    throw new UsageError('ask needs a question: rlm ask "<question>" <file or folder>...');
  }
  if (paths.length === 0) {
    throw new UsageError(
      'ask needs a file or folder to ask about, or - for stdin: rlm ask "<question>" <file or folder>...',
    );
  }
  const output = readOutput(values) ?? 'text';
  const model = readModel(values, origins);
  if (values.schema !== undefined && model.planner) {
    throw new UsageError('--planner answers in words of its own: it excludes --schema');
  }
  const keeping = readKeeping(values);
  return {
    question,
    paths,
    output,
    history: values.history ?? false,
    verbose: values.verbose ?? false,
    reward: values.reward,
    ...model,
    ...readAllLimits(values, model),
    schemaFile: readPath('schema', values, 'file'),
    answerFile: readPath('output', values, 'file'),
    save: readPath('save', values, 'file'),
    all: values['no-ignore'] ?? false,
    ...keeping,
    requireIsolation: values['require-isolation'] ?? false,
  };
}
