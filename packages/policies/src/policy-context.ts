import { completeShape, type ShapeInit } from './define/complete-shape.js';
import type { PolicyContext } from './shapes/policy.js';

const defaults: PolicyContext = Object.freeze({
  task: '',
  step: 0,
  maxSteps: Infinity,
  history: Object.freeze([]),
  variables: Object.freeze({}),
  metrics: Object.freeze({}),
  config: Object.freeze({}),
});

/**
 * A frozen {@link PolicyContext}. Defaults: no task, step 0 of Infinity, no history, variables,
 * metrics or config. Throws `InvalidOptionError` for an unknown field.
 *
 * @example
 * policyContext({ step: 3, metrics: { last_reward: 0.4 } });
 */
export function policyContext(init: ShapeInit<PolicyContext> = {}): PolicyContext {
  return completeShape('policyContext', defaults, init);
}
