import type { StandardSchema } from '@rlm/kernel';
import type { JsonValue } from '@rlm/sandbox';

import { contextSource } from '../context/context-source.js';
import type { CoverageWatch } from '../reading/watch-coverage.js';
import { modelsAt } from '../options/models-at.js';
import type { RlmPlan } from '../run/rlm-plan.js';

/** What a child run is asked. */
export interface ChildQuestion {
  readonly query: string;
  readonly context: JsonValue;
  readonly schema: StandardSchema | undefined;
  /** The model that writes its code, and its price; undefined: that of its depth. */
  readonly chosen: Pick<RlmPlan, 'model' | 'price'> | undefined;
  /** The account of what the parent reads. */
  readonly coverageAbove: CoverageWatch | undefined;
}

/** The plan of a child run: the same rules one level deeper, over its own question and context. */
export function childPlan(parent: RlmPlan, asked: ChildQuestion): RlmPlan {
  const depth = parent.depth + 1;
  const { sandbox, sandboxLimits } = parent.options;
  const place = { option: 'context', sandbox, sandboxLimits };
  return Object.freeze({
    ...parent,
    query: asked.query,
    earlier: '',
    sources: [contextSource('context', { value: asked.context }, place)],
    depth,
    ...modelsAt(parent.options, depth),
    ...asked.chosen,
    schema: asked.schema,
    coverageAbove: asked.coverageAbove,
  });
}
