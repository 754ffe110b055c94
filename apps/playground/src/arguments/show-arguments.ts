import { UsageError } from '../usage-error.js';
import type { ValuesOf } from './command.js';
import { readCount, readPath } from './read-values.js';
import { runsOption } from './shared-options.js';

/** The options of `rlm show`. */
export const showOptions = {
  step: { value: '<n>', words: 'only this step' },
  json: { words: 'the run as JSON on stdout: its runs, steps, sub-queries' },
  ...runsOption,
} as const;

/** What is shown, and how. */
export interface ShowArguments {
  /** A file, `-` for stdin, or the id of a kept run. */
  readonly source: string;
  /** The folder of the runs; default: the user's own. */
  readonly runs: string | undefined;
  /** This step alone. */
  readonly step: number | undefined;
  readonly json: boolean;
}

/** Reads what follows `rlm show`. Throws {@link UsageError}. */
export function readShow(
  [source, ...more]: readonly string[],
  values: ValuesOf<typeof showOptions>,
): ShowArguments {
  if (source === undefined || source === '' || more.length > 0) {
    throw new UsageError(
      'rlm show needs one trajectory file, or the id of one run (rlm runs lists them)',
    );
  }
  const step = readCount('step', values, 0);
  const { json = false } = values;
  if (json && step !== undefined) throw new UsageError('--json and --step exclude each other');
  return { source, runs: readPath('runs', values, 'folder'), step, json };
}
