import { definedFields } from '@rlm/repl-types/internal';

import type { ProviderName } from '../models/providers.js';
import { UsageError } from '../usage-error.js';
import type { OutputWishes, VerboseWish } from './ask-arguments.js';
import { saidIn, type Origins, type ValuesOf } from './command.js';
import { anyLimitOptions, readLimits, type AskLimits } from './limit-arguments.js';
import {
  readCount,
  readDuration,
  readHeaders,
  readProvider,
  readOutput,
  readPath,
} from './read-values.js';
import {
  connectionOptions,
  modelOptions,
  outputOptions,
  providerOption,
  runsOption,
  yesOption,
} from './shared-options.js';

const statuses = ['running', 'open', 'suspended', 'failed', 'ended', 'corrupt'] as const;

/** What has become of a run. */
export type RunStatusName = (typeof statuses)[number];

/** The options of `rlm resume`. */
export const resumeOptions = {
  'base-url': {
    value: '<url>',
    words: 'the current address of the endpoint, which gets the key (or RLM_BASE_URL)',
  },
  ...providerOption,
  ...connectionOptions,
  'take-over': {
    words: 'resumes even if another process works on the run; that process then stops',
  },
  ...outputOptions,
  ...runsOption,
  ...yesOption,
} as const;

/** The options of `rlm fork`. */
export const forkOptions = {
  at: {
    value: '<step>',
    words: 'the first step that the new run takes itself; it keeps those before',
  },
  'reply-file': {
    value: '<file>',
    words: 'what the model replies in that step',
  },
  ...modelOptions,
  ...anyLimitOptions,
  ...outputOptions,
  ...runsOption,
  ...yesOption,
} as const;

/** The options of `rlm runs`. */
export const listOptions = {
  status: { value: '<status>', words: 'only runs with this status', choices: statuses },
  json: { words: 'the runs as JSON on stdout' },
  delete: {
    words: 'deletes runs that are older than --older-than; without --status: ended, failed',
  },
  'older-than': { value: '<age>', words: 'created at least this long ago: 30d, 12h, 2w' },
  ...runsOption,
} as const;

/** Which run goes on, and how. */
export interface ResumeArguments extends VerboseWish {
  readonly runId: string;
  /** The folder of the runs; default: the user's own. */
  readonly runs: string | undefined;
  /** Whether a run of a folder that is named goes on unasked. */
  readonly isYes: boolean;
  /** Whether another process that works on the run is to stop. */
  readonly takeOver: boolean;
  /** What the command line says of the endpoint, and not the settings: a run that goes on has its endpoint there. */
  readonly said: Readonly<Record<'baseUrl' | 'provider', string | undefined>>;
  /** The address that gets the key. */
  readonly baseUrl: string | undefined;
  readonly provider: ProviderName | undefined;
  /** The variable of the environment that holds the key. */
  readonly apiKeyEnv: string | undefined;
  /** Sent with each call to the address that is named. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** The file that the answer is written to; undefined: stdout. */
  readonly answerFile: string | undefined;
  /** The file that the events of the run are written to. */
  readonly save: string | undefined;
  /** What is shown otherwise than it was asked with. */
  readonly shown: Partial<OutputWishes>;
}

/** Which run is forked, and what is other in the fork. */
export interface ForkArguments extends Omit<ResumeArguments, 'takeOver'> {
  readonly atStep: number;
  /** The file with what the model replies in that step. */
  readonly replyFile: string | undefined;
  readonly model: string | undefined;
  readonly subModel: string | undefined;
  readonly limits: Partial<AskLimits>;
}

/** What is done with the runs that are kept. */
export interface RunsArguments {
  readonly runs: string | undefined;
  readonly status: RunStatusName | undefined;
  readonly json: boolean;
  /** The runs that are to be deleted; undefined: they are listed. */
  readonly remove: readonly string[] | undefined;
  /** Runs created at least this many milliseconds ago are to be deleted; undefined: they are listed. */
  readonly removeOlderThanMs: number | undefined;
}

function readRunId(
  command: string,
  [runId, ...more]: readonly string[],
  values: ValuesOf<typeof outputOptions & typeof runsOption & typeof yesOption> & {
    readonly 'base-url'?: string;
    readonly header?: string;
    readonly 'api-key-env'?: string;
    readonly provider?: string;
  },
  origins: Origins,
): Omit<ResumeArguments, 'takeOver'> {
  if (runId === undefined || more.length > 0) {
    throw new UsageError(`${command} needs the id of one run; rlm runs lists them`);
  }
  const output = readOutput(values);
  return {
    runId,
    runs: readPath('runs', values, 'folder'),
    said: {
      baseUrl: saidIn(values, origins, 'base-url'),
      provider: saidIn(values, origins, 'provider'),
    },
    baseUrl: values['base-url'],
    provider: readProvider(values),
    apiKeyEnv: values['api-key-env'],
    headers: readHeaders(values),
    answerFile: readPath('output', values, 'file'),
    save: readPath('save', values, 'file'),
    isYes: values.yes ?? false,
    shown: definedFields({ output, history: values.history }),
    verbose: values.verbose ?? false,
  };
}

/** Reads what follows `rlm resume`. Throws {@link UsageError}. */
export function readResume(
  rest: readonly string[],
  values: ValuesOf<typeof resumeOptions>,
  origins: Origins,
): ResumeArguments {
  const takeOver = values['take-over'] ?? false;
  return { ...readRunId('resume', rest, values, origins), takeOver };
}

/** Reads what follows `rlm fork`. Throws {@link UsageError}. */
export function readFork(
  rest: readonly string[],
  values: ValuesOf<typeof forkOptions>,
  origins: Origins,
): ForkArguments {
  const run = readRunId('fork', rest, values, origins);
  const atStep = readCount('at', values, 1);
  if (atStep === undefined) {
    throw new UsageError(
      `fork needs the first step that is taken again: rlm fork ${run.runId} --at <step>`,
    );
  }
  return {
    ...run,
    atStep,
    replyFile: readPath('reply-file', values, 'file'),
    model: values.model,
    subModel: values['sub-model'],
    limits: readLimits(values),
  };
}

/** Reads what follows `rlm runs`. Throws {@link UsageError}. */
export function readRuns(
  [action, ...ids]: readonly string[],
  values: ValuesOf<typeof listOptions>,
): RunsArguments {
  const status = statuses.find((name) => name === values.status);
  const base = {
    runs: readPath('runs', values, 'folder'),
    status,
    json: values.json ?? false,
    removeOlderThanMs: readRetention(action, values),
  } as const;
  if (action === undefined) return { ...base, remove: undefined };
  if (action !== 'remove') {
    throw new UsageError(`rlm runs lists runs, or removes them: not ${JSON.stringify(action)}`);
  }
  if (ids.length === 0) throw new UsageError('remove needs an id: rlm runs remove <id>...');
  if (status !== undefined || base.json) {
    throw new UsageError('rlm runs remove takes ids, and no --status or --json');
  }
  return { ...base, remove: ids };
}

/** The age of the runs that are to be deleted. Throws {@link UsageError}. */
function readRetention(
  action: string | undefined,
  values: ValuesOf<typeof listOptions>,
): number | undefined {
  const age = readDuration('older-than', values, 0);
  if ((values.delete ?? false) !== (age !== undefined)) {
    throw new UsageError(
      '--delete and --older-than go together: rlm runs --delete --older-than 30d',
    );
  }
  if (age === undefined) return undefined;
  if (action !== undefined) {
    throw new UsageError('--delete takes an age, and no ids: rlm runs --delete --older-than 30d');
  }
  if (values.status === 'running') {
    throw new UsageError('a run that is under way is not deleted: end it first');
  }
  return age;
}
