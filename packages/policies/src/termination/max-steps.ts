import { numberFrom } from '@rlm/repl-types/internal';

import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { needsLimit } from '../define/needs.js';
import { untilLimit } from './limit.js';

/** Options of `max_steps`. */
export interface MaxStepsOptions {
  /** Steps that a run may take. Default: Infinity, so that only the context's `maxSteps` applies. */
  readonly maxSteps?: number | undefined;
}

/** `max_steps`: ends a run after a number of steps: its own limit or the context's, whichever is lower. */
export const maxSteps: TerminationFactory<MaxStepsOptions> = defineTermination<MaxStepsOptions>({
  name: 'max_steps',
  description: 'After a number of steps',
  defaults: { maxSteps: Infinity },
  rules: { maxSteps: numberFrom(1) },
  needs: ({ maxSteps }) => needsLimit('maxSteps', maxSteps),
  start: (config) =>
    untilLimit(
      'max_steps',
      'steps',
      (context) => Math.min(config.maxSteps, context.maxSteps),
      (context) => context.step,
    ),
});
