import { defineCommand } from '../arguments/command.js';
import { readCount, readPath } from '../arguments/read-values.js';
import { runsOption } from '../arguments/shared-options.js';
import { UsageError } from '../usage-error.js';

/** What is shown, and how. */
export interface ShowArguments {
  /** A file, `-` for stdin, or the id of a kept run. */
  readonly source: string;
  /** The folder of the runs; default: `.rlm/runs`. */
  readonly runs: string | undefined;
  /** This step alone. */
  readonly step: number | undefined;
  readonly json: boolean;
}

export const show = defineCommand({
  name: 'show',
  summary: 'shows a run step by step, of a file or a kept one',
  usage: '<trajectory file | run id>',
  details: `Reads trajectories (rlm ask --events > run.jsonl), logs of the reference implementation of RLM, and
results or messages of AI SDK calls as JSON; - reads stdin. In a terminal, keys go from step to step (n, p),
search (/) and quit (q); in a pipe all of it is written.`,
  options: {
    step: { value: '<n>', words: 'this step alone' },
    json: { words: 'the run as JSON on stdout: its runs, steps, sub-queries' },
    ...runsOption,
  },
  examples: [
    'rlm show run.jsonl',
    'rlm show 01k --step 2',
    'rlm show other.jsonl --json | jq .runs',
  ],
  offers: 'files',
  read([source, ...more], values): ShowArguments {
    if (source === undefined || source === '' || more.length > 0) {
      throw new UsageError(
        'rlm show needs one trajectory file, or the id of one run (rlm runs lists them)',
      );
    }
    const step = readCount('step', values, 0);
    const { json = false } = values;
    if (json && step !== undefined) throw new UsageError('--json and --step exclude each other');
    return { source, runs: readPath('runs', values, 'folder'), step, json };
  },
  run: async (args) => (await import('./show-command.js')).showCommand(args),
});
