import { UsageError } from '../usage-error.js';
import type { LabLimits, LabPolicy } from '../view/lab/lab-report.js';
import type { ValuesOf } from './command.js';
import { readTimeout } from './limit-arguments.js';
import { readCount, readPath } from './read-values.js';
import { runsOption } from './shared-options.js';

/** The options of `rlm lab`. */
export const labOptions = {
  'max-steps': { value: '<n>', words: 'also applies this limit' },
  'max-tokens': { value: '<n>', words: 'also applies this limit' },
  timeout: { value: '<time>', words: 'also applies this limit: 30s, 5m' },
  'timeout-ms': { value: '<n>', words: 'the same in milliseconds' },
  json: { words: 'what was found as JSON on stdout' },
  ...runsOption,
} as const;

/** Which run, under which policies and limits. */
export interface LabArguments {
  /** A file, `-` for stdin, or the id of a kept run. */
  readonly source: string;
  readonly runs: string | undefined;
  readonly policies: readonly LabPolicy[];
  readonly limits: LabLimits;
  readonly json: boolean;
}

/** Reads what follows `rlm lab`. Throws {@link UsageError}. */
export function readLab(
  [source, ...named]: readonly string[],
  values: ValuesOf<typeof labOptions>,
): LabArguments {
  if (source === undefined || source === '') {
    throw new UsageError(
      'rlm lab needs one trajectory file, or the id of one run (rlm runs lists them)',
    );
  }
  const maxSteps = readCount('max-steps', values, 1);
  const maxTokens = readCount('max-tokens', values, 1);
  const timeoutMs = readTimeout(values);
  const limits = { maxSteps, maxTokens, timeoutMs };
  if (named.length === 0 && (maxSteps ?? maxTokens ?? timeoutMs) === undefined) {
    throw new UsageError(
      'rlm lab needs a policy or a limit to try: rlm lab <file> max_steps:maxSteps=3',
    );
  }
  const { json = false } = values;
  const policies = named.map(readPolicy);
  return { source, runs: readPath('runs', values, 'folder'), policies, limits, json };
}

/** `max_steps:maxSteps=3`; values are JSON, or else texts. */
function readPolicy(text: string): LabPolicy {
  const [name = '', ...rest] = text.split(':');
  const options = rest.join(':');
  if (options === '') return { name };
  const entries = options.split(',').map((option) => {
    const [key = '', ...values] = option.split('=');
    if (key === '' || values.length === 0) {
      throw new UsageError(
        `${text}: options of a policy are written <policy>:<option>=<value>,...`,
      );
    }
    return [key, valueOf(values.join('='))];
  });
  return { name, config: Object.fromEntries(entries) as Record<string, unknown> };
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
