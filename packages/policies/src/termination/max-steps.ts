import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { needsLimit } from '../define/needs.js';
import { untilLimit } from './limit.js';
import { maxStepsOptions, type MaxStepsOptions } from './options/max-steps.js';

/** `max_steps`: ends a run after a number of steps: its own limit or the context's, whichever is lower. */
export const maxSteps: TerminationFactory<MaxStepsOptions> = defineTermination<MaxStepsOptions>({
  name: 'max_steps',
  description: 'After a number of steps',
  ...maxStepsOptions,
  needs: ({ maxSteps }) => needsLimit('maxSteps', maxSteps),
  start: (config) =>
    untilLimit(
      'max_steps',
      'steps',
      (context) => Math.min(config.maxSteps, context.maxSteps),
      (context) => context.step,
    ),
});
