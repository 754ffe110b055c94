import { defineCommand } from '../arguments/command.js';
import { readCount, readPath } from '../arguments/read-values.js';
import { runsOption } from '../arguments/shared-options.js';
import type { LabLimits, LabPolicy } from '../lab/lab-report.js';
import { UsageError } from '../usage-error.js';

/** Which run, under which policies and limits. */
export interface LabArguments {
  /** A file, `-` for stdin, or the id of a kept run. */
  readonly source: string;
  readonly runs: string | undefined;
  readonly policies: readonly LabPolicy[];
  readonly limits: LabLimits;
  readonly json: boolean;
}

export const lab = defineCommand({
  name: 'lab',
  summary: 'where a saved run would have stopped under other policies',
  usage: '<trajectory file | run id> <policy[:option=value,...]>...',
  details: `Asks policies about a run that was saved, without a model: where each would have stopped it, at what cost, with
which answer. Policies are those of @rlm/policies by name, e.g. max_steps:maxSteps=3 or repeated_response.`,
  options: {
    'max-steps': { value: '<n>', words: 'this limit too' },
    'max-tokens': { value: '<n>', words: 'this limit too' },
    'timeout-ms': { value: '<n>', words: 'this limit too' },
    json: { words: 'what was found as JSON on stdout' },
    ...runsOption,
  },
  examples: [
    'rlm lab run.jsonl max_steps:maxSteps=3 error_streak:maxErrors=2',
    'rlm lab 01k token_budget:maxTokens=20000 --max-steps 5',
  ],
  offers: 'files',
  read([source, ...named], values): LabArguments {
    if (source === undefined || source === '') {
      throw new UsageError(
        'rlm lab needs one trajectory file, or the id of one run (rlm runs lists them)',
      );
    }
    const maxSteps = readCount('max-steps', values, 1);
    const maxTokens = readCount('max-tokens', values, 1);
    const timeoutMs = readCount('timeout-ms', values, 1);
    const limits = {
      ...(maxSteps === undefined ? {} : { maxSteps }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    };
    if (named.length === 0 && Object.keys(limits).length === 0) {
      throw new UsageError(
        'rlm lab needs a policy or a limit to try: rlm lab <file> max_steps:maxSteps=3',
      );
    }
    const { json = false } = values;
    const policies = named.map(readPolicy);
    return { source, runs: readPath('runs', values, 'folder'), policies, limits, json };
  },
  run: async (args) => (await import('./lab-command.js')).labCommand(args),
});

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
