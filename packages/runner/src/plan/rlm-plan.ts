import type { StandardSchema, ToolSet } from '@rlm/penguin-engine';
import type { Clock } from '@rlm/penguin-engine/kernel';
import type { ModelLike, ModelPrice } from '@rlm/penguin-engine/model';
import type { Dialect } from '@rlm/termination/dialects';

import type { ContextSource } from '../context/context-source.js';
import type { RlmLimits } from '../options/limits.js';
import type { RlmOptions } from '../options/run-options.js';
import type { RlmTree } from './rlm-tree.js';

/** One run, with everything decided: options checked, defaults filled in, models chosen for its depth. */
export interface RlmPlan {
  readonly options: RlmOptions<StandardSchema | undefined>;
  readonly query: string;
  readonly sources: readonly ContextSource[];
  readonly depth: number;
  readonly model: ModelLike;
  readonly subModel: ModelLike;
  /** What the two cost, as far as it is known. */
  readonly price: ModelPrice | undefined;
  readonly subPrice: ModelPrice | undefined;
  readonly schema: StandardSchema | undefined;
  /** The caller's tools. */
  readonly tools: ToolSet;
  readonly maxSteps: number;
  readonly maxDepth: number;
  readonly limits: Readonly<Required<RlmLimits>>;
  /** The ways to finish; prose is read by each in this order. */
  readonly dialects: readonly Dialect[];
  readonly clock: Clock | undefined;
  /** What all runs of the tree share. */
  readonly tree: RlmTree;
}
