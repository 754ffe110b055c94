import { RlmError } from '@rlm/repl-types';

/** What is known about a divergence. */
export interface Divergence {
  /** The run that diverged: its path from the root, `''` for the root itself. */
  readonly path: string;
  readonly step: number;
  /** The key of the recorded input. */
  readonly recorded: string;
  /**
   * The keys of what the run requested instead; empty if it ended, or if its code returned
   * something else.
   */
  readonly requested: readonly string[];
  /** For a model call: the first message, from 0, that differs from the recorded one. */
  readonly message?: number | undefined;
}

const usualAdvice =
  'The journal is as it was: resume with what the run was started with, or fork it before this step';

/**
 * A resumed run requested something other than its journal recorded: its query, data, options or
 * code have changed, or its code depends on more than the inputs it received.
 */
export class JournalDivergenceError extends RlmError<'journal_divergence', Divergence> {
  static override readonly className: string = 'JournalDivergenceError';

  /** `cause`: the error of an effect, if that made the run end and so diverge. `advice`: what else there is to say. */
  constructor(what: string, details: Divergence, cause?: unknown, advice: string = usualAdvice) {
    const run = details.path === '' ? 'The run' : `The child run ${details.path}`;
    super(`${run} diverged from its journal in step ${String(details.step)}: ${what}. ${advice}`, {
      code: 'journal_divergence',
      details,
      cause,
    });
  }
}
