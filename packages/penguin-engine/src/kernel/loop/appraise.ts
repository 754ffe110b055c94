import { describeValue, messageOf } from '@rlm/repl-types/internal';
import type { ActionResult, PolicyContext } from '@rlm/policies';
import { PolicyError, turnOf, valueStep } from '@rlm/policies/internal';
import type { RewardSignal } from '@rlm/policies/reward';

import type { RunOptions } from '../options/options.js';

/** A step's result with what was found out about it. */
export interface Appraisal {
  readonly result: ActionResult;
  readonly reward?: RewardSignal;
  /** What the reward or the hook threw, if one did. */
  readonly failure?: PolicyError;
}

/** Adds `metadata.confidence` and `metadata.reward` to a step's result, as far as the options give them. */
export function appraise(
  given: ActionResult,
  context: () => PolicyContext,
  options: Pick<RunOptions, 'reward' | 'confidence'>,
): Appraisal {
  let result = given;
  let asked = 'confidence';
  try {
    const confidence = confidenceOf(result, options.confidence);
    if (confidence !== undefined) result = withMetadata(result, { confidence });
    if (options.reward === undefined) return { result };
    asked = `reward '${options.reward.name}'`;
    const reward = valueStep(options.reward, result, context());
    return { result: withMetadata(result, { reward: reward.value }), reward };
  } catch (error) {
    return { result, failure: failed(asked, error) };
  }
}

/** The error of a run whose policy, reward or hook threw: it says which. */
export function failed(what: string, error: unknown): PolicyError {
  if (PolicyError.isInstance(error)) return error;
  return new PolicyError('policy_failed', `The ${what} failed: ${messageOf(error)}`, [], error);
}

function confidenceOf(result: ActionResult, hook: RunOptions['confidence']): number | undefined {
  if (hook === undefined || result.metadata['confidence'] !== undefined) return undefined;
  const found: unknown = hook(turnOf(result));
  if (found === undefined || (typeof found === 'number' && Number.isFinite(found))) return found;
  throw new PolicyError(
    'invalid_confidence',
    `The hook confidence gave ${describeValue(found)}: expected a number or undefined, at once`,
  );
}

function withMetadata(result: ActionResult, more: Readonly<Record<string, unknown>>): ActionResult {
  return Object.freeze({ ...result, metadata: Object.freeze({ ...result.metadata, ...more }) });
}
