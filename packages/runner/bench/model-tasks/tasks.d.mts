import type { ModelFunction } from '@rlm/kernel/model';

import type { ContextValue } from '../../src/index.js';

/** A task in the shape of one that a model played by hand, with the mistakes that it made. */
export interface ModelTask {
  readonly language: 'javascript' | 'python';
  readonly query: string;
  readonly context: ContextValue;
  /** The right answer, counted while the data was made. */
  readonly gold: string;
  readonly subModel?: ModelFunction;
  /** What the model writes, turn by turn; the last one ends the run. */
  readonly replies: readonly string[];
  /** What the model must be told after each of them but the last. */
  readonly told: readonly RegExp[];
}

export const modelTaskNames: readonly string[];
export function makeModelTask(name: string): ModelTask;
