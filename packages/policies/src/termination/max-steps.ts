import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { untilLimit } from './limit.js';

/** Options of {@link maxSteps}. */
export interface MaxStepsOptions {
  /** Steps that a run may take. Default: Infinity, so that only the context's `maxSteps` bounds. */
  readonly maxSteps?: number;
}

/** `max_steps`: ends a run after so many steps, its own limit or the context's, whichever is lower. */
export const maxSteps: TerminationFactory<MaxStepsOptions> = defineTermination<MaxStepsOptions>({
  name: 'max_steps',
  description: 'After a number of steps',
  defaults: { maxSteps: Infinity },
  start: (config) =>
    untilLimit(
      'max_steps',
      'steps',
      (context) => Math.min(config.maxSteps, context.maxSteps),
      (context) => context.step,
    ),
});
