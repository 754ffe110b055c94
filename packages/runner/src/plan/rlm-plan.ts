import type { StandardSchema } from '@rlm/penguin-engine';
import type { Clock } from '@rlm/penguin-engine/kernel';
import type { ModelLike } from '@rlm/penguin-engine/model';
import type { FinalDialect } from '@rlm/sandbox';

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
  readonly schema: StandardSchema | undefined;
  readonly maxSteps: number;
  readonly maxDepth: number;
  readonly limits: Readonly<Required<RlmLimits>>;
  readonly dialects: readonly FinalDialect[];
  readonly clock: Clock | undefined;
  /** What all runs of the tree share. */
  readonly tree: RlmTree;
}
