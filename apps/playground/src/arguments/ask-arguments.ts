import { rewardPolicies } from '@rlm/policies/reward';

import { UsageError } from '../usage-error.js';
import type { ValuesOf } from './command.js';
import { costOptions, readCost, type CostLimits } from './cost-arguments.js';
import { readCount, readOutput, readPath } from './read-values.js';
import {
  journalOption,
  languageOption,
  limitOptions,
  modelOptions,
  outputOptions,
  plannerOption,
  queueOption,
  runsOption,
} from './shared-options.js';

/** The options of `rlm ask`. */
export const askOptions = {
  ...modelOptions,
  ...plannerOption,
  ...languageOption,
  ...limitOptions,
  ...costOptions,
  schema: {
    value: '<file>',
    words: 'what the answer must be: a JSON Schema; what does not fit goes back to the model',
    offers: 'files',
    group: 'Output (the answer on stdout, the rest on stderr):',
  },
  ...outputOptions,
  reward: {
    value: '<policy>',
    words: 'values each turn',
    choices: rewardPolicies.policies.map(({ policyName }) => policyName),
    group: 'Output (the answer on stdout, the rest on stderr):',
  },
  'no-ignore': {
    words: 'files that .gitignore leaves out are read too',
    group: 'Text:',
  },
  ...runsOption,
  ...journalOption,
  ...queueOption,
} as const;

type AskValues = ValuesOf<typeof askOptions>;

/** What a run may spend. */
export interface AskLimits extends CostLimits {
  readonly maxSteps: number;
  readonly maxSubQueries: number;
  readonly maxTokens?: number | undefined;
  readonly timeoutMs: number;
}

/** How a run is shown. */
export interface OutputWishes {
  readonly output: 'text' | 'quiet' | 'json' | 'events';
  /** Whether the transcript is printed at the end. */
  readonly history: boolean;
}

/** How a question is to be answered, as the command line says it. */
export interface AskArguments extends AskLimits, OutputWishes {
  readonly question: string;
  readonly paths: readonly string[];
  readonly reward: string | undefined;
  readonly baseUrl: string | undefined;
  readonly model: string | undefined;
  readonly subModel: string | undefined;
  readonly planner: boolean;
  /** The folder through which a person plays the model. */
  readonly byHand: string | undefined;
  readonly language: 'javascript' | 'python';
  /** The file with the JSON Schema of the answer. */
  readonly schemaFile: string | undefined;
  /** The file that the events of the run are written to. */
  readonly save: string | undefined;
  /** Whether files that `.gitignore` leaves out are read too. */
  readonly all: boolean;
  /** Where the run is written down; default: `.rlm/runs`. */
  readonly runs: string | undefined;
  /** Whether it is. */
  readonly journal: boolean;
  /** The Redis in whose queue the run waits for a worker; undefined: it is answered here. */
  readonly queue: string | undefined;
}

/** A person takes longer than a model. */
const dayMs = 24 * 60 * 60 * 1_000;

/** The limits that the command line sets. */
export function readLimits(
  values: ValuesOf<typeof limitOptions & typeof costOptions>,
  isFree = false,
): Partial<AskLimits> {
  const limits = {
    ...readCost(values, isFree),
    maxSteps: readCount('max-steps', values, 1),
    maxSubQueries: readCount('max-sub-queries', values, 0),
    maxTokens: readCount('max-tokens', values, 1),
    timeoutMs: readCount('timeout-ms', values, 1),
  };
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
}

function requireOneModel(values: AskValues): void {
  if (values.planner === true && (values['base-url'] ?? values.model) !== undefined) {
    throw new UsageError('--planner needs no model: it excludes --base-url and --model');
  }
  if (
    values['by-hand'] !== undefined &&
    (values.planner ?? values['base-url'] ?? values.model) !== undefined
  ) {
    throw new UsageError(
      '--by-hand makes you the model: it excludes --planner, --base-url and --model',
    );
  }
  if (values.schema !== undefined && values.planner === true) {
    throw new UsageError('--planner answers in words of its own: it excludes --schema');
  }
  if (values.python === true && values.planner === true) {
    throw new UsageError('--planner writes JavaScript: it excludes --python');
  }
}

/** Reads what follows `rlm ask`. Throws {@link UsageError}. */
export function readAsk([question, ...paths]: readonly string[], values: AskValues): AskArguments {
  if (question === undefined || question.trim() === '') {
    throw new UsageError('ask needs a question: rlm ask "<question>" <file or folder>...');
  }
  if (paths.length === 0) {
    throw new UsageError(
      'ask needs a file or folder to ask about, or - for stdin: rlm ask "<question>" <file or folder>...',
    );
  }
  const output = readOutput(values) ?? 'text';
  const byHand = readPath('by-hand', values, 'folder');
  requireOneModel(values);
  if (values['no-journal'] === true && values.runs !== undefined) {
    throw new UsageError('--no-journal writes nothing down: it excludes --runs');
  }
  if (values['no-journal'] === true && values.queue !== undefined) {
    throw new UsageError('a worker goes by the journal: --queue excludes --no-journal');
  }
  if (values.save !== undefined && values.queue !== undefined) {
    throw new UsageError(
      'the worker sees the events: --queue excludes --save (rlm resume <id> --save <file> takes it)',
    );
  }
  return {
    question,
    paths,
    output,
    history: values.history ?? false,
    reward: values.reward,
    baseUrl: values['base-url'],
    model: values.model,
    subModel: values['sub-model'],
    planner: values.planner ?? false,
    byHand,
    language: values.python === true ? 'python' : 'javascript',
    maxSteps: 20,
    maxSubQueries: 200,
    maxTokens: undefined,
    timeoutMs: byHand === undefined ? 600_000 : dayMs,
    ...readLimits(values, values.planner === true || byHand !== undefined),
    schemaFile: readPath('schema', values, 'file'),
    save: readPath('save', values, 'file'),
    all: values['no-ignore'] ?? false,
    runs: readPath('runs', values, 'folder'),
    journal: values['no-journal'] !== true,
    queue: values.queue,
  };
}
