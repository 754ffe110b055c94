import { parseArgs } from 'node:util';

import { UsageError } from '../usage-error.js';

const options = {
  'base-url': { type: 'string' },
  model: { type: 'string' },
  'sub-model': { type: 'string' },
  planner: { type: 'boolean' },
  'by-hand': { type: 'string' },
  python: { type: 'boolean' },
  'max-steps': { type: 'string' },
  'max-sub-queries': { type: 'string' },
  'max-tokens': { type: 'string' },
  'timeout-ms': { type: 'string' },
  runs: { type: 'string' },
  'no-journal': { type: 'boolean' },
  'take-over': { type: 'boolean' },
  at: { type: 'string' },
  'reply-file': { type: 'string' },
  status: { type: 'string' },
  queue: { type: 'string' },
  concurrency: { type: 'string' },
  json: { type: 'boolean' },
  history: { type: 'boolean' },
  reward: { type: 'string' },
  events: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

type OptionName = keyof typeof options;

/** The options of the command line, by their names. */
export type OptionValues = {
  readonly [Name in OptionName]?: (typeof options)[Name]['type'] extends 'string'
    ? string
    : boolean;
};

const modelOptions = ['base-url', 'model', 'sub-model', 'by-hand'] as const;
const limitOptions = ['max-steps', 'max-sub-queries', 'max-tokens', 'timeout-ms'] as const;
const outputOptions = ['json', 'events', 'history'] as const;

/** The options that each command takes. */
const taken: Readonly<Record<string, readonly OptionName[]>> = {
  ask: [
    ...[...modelOptions, ...limitOptions, ...outputOptions],
    ...(['planner', 'python', 'reward', 'runs', 'no-journal', 'queue'] as const),
  ],
  resume: [...outputOptions, 'base-url', 'runs', 'take-over'],
  fork: [...modelOptions, ...limitOptions, ...outputOptions, 'runs', 'at', 'reply-file'],
  runs: ['runs', 'status', 'json'],
  worker: ['runs', 'queue', 'concurrency'],
  demo: [],
};

/** Splits the command line. Throws {@link UsageError} for an option that there is not. */
export function parseOptions(argv: readonly string[]): {
  readonly values: OptionValues;
  readonly positionals: readonly string[];
} {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `${(message.split('. ')[0] ?? message).replace(/\.$/, '')}; rlm --help lists the options`,
    );
  }
}

/** Throws {@link UsageError} for an option that is another command's; an unknown command takes all. */
export function requireTaken(command: string, values: OptionValues): void {
  const known: readonly string[] | undefined = taken[command];
  const foreign = Object.keys(values).find((name) => known?.includes(name) === false);
  if (foreign === undefined) return;
  throw new UsageError(`rlm ${command} takes no --${foreign}; rlm --help lists the options`);
}

/** A whole number of the command line, or undefined where it has none. */
export function readCount(
  name: OptionName,
  values: OptionValues,
  least: number,
): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < least) {
    throw new UsageError(
      `--${name} takes a whole number from ${least}, not ${JSON.stringify(text)}`,
    );
  }
  return count;
}

/** A text of the command line that must not be empty, or undefined where it has none. */
export function readText(
  name: 'by-hand' | 'runs' | 'reply-file',
  values: OptionValues,
): string | undefined {
  const text = values[name];
  if (text === '')
    throw new UsageError(`--${name} needs a ${name === 'reply-file' ? 'file' : 'folder'}`);
  return text;
}

/** How the command line wants its output, or undefined where it does not say. */
export function readOutput({ json, events }: OptionValues): 'json' | 'events' | undefined {
  if (json === true && events === true) {
    throw new UsageError('--json and --events exclude each other');
  }
  return json === true ? 'json' : events === true ? 'events' : undefined;
}
