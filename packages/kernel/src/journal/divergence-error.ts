import { RlmError } from '@rlm/repl-types';

/** What is known of a divergence. */
export interface Divergence {
  /** The run in which it was found: its path from the root, `''` for the root itself. */
  readonly path: string;
  readonly step: number;
  /** The key of what the journal recorded. */
  readonly recorded: string;
  /** The keys of what the run requested instead; empty if it ended, or if its code gave something else. */
  readonly requested: readonly string[];
  /** The first message, from 0, in which the question differs from the recorded one, where it is one to a model. */
  readonly message?: number;
}

/**
 * A resumed run requested something else than its journal recorded: its question, data, options or code have changed, or
 * its code does not depend on what it was given alone.
 */
export class JournalDivergenceError extends RlmError<'journal_divergence', Divergence> {
  static override readonly className: string = 'JournalDivergenceError';

  /** `cause`: the fault of an effect by which the run ended, where it left its journal by that. */
  constructor(what: string, details: Divergence, cause?: unknown) {
    const run = details.path === '' ? 'The run' : `The child run ${details.path}`;
    super(
      `${run} left its journal in step ${String(details.step)}: ${what}. The journal is as it was: resume with what the run was started with, or fork it before this step`,
      { code: 'journal_divergence', details, cause },
    );
  }
}
