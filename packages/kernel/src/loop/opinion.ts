import { InvalidOptionError, type RlmError } from '@rlm/repl-types';
import { definedFields, describeValue, isPromise, messageOf } from '@rlm/repl-types/internal';
import type { ActionResult, PolicyContext } from '@rlm/policies';
import { PolicyError, turnOf, valueStep } from '@rlm/policies/internal';

import type { RewardSignal } from '@rlm/policies/reward';
import type { CreateRunOptions } from '../options/options.js';

/** What the reward and the hook say about a step. */
export interface Opinion {
  readonly confidence?: number | undefined;
  readonly reward?: RewardSignal | undefined;
  /** What the reward or the hook threw, if one did. */
  readonly failure?: RlmError | undefined;
}

/** A step's result, with what is known about it. */
export interface Appraisal extends Omit<Opinion, 'confidence'> {
  readonly result: ActionResult;
}

/** What the reward and the hook say about a step. Only called for a run that has one of them. */
export function opinionOf(
  given: ActionResult,
  context: () => PolicyContext,
  options: Pick<CreateRunOptions, 'reward' | 'confidence'>,
): Opinion {
  let confidence: number | undefined;
  let asked = 'confidence';
  try {
    confidence = confidenceOf(given, options.confidence);
    if (options.reward === undefined) return { confidence };
    asked = `reward '${options.reward.name}'`;
    const known = withMetadata(given, { confidence });
    return { confidence, reward: valueStep(options.reward, known, context()) };
  } catch (error) {
    return { confidence, failure: failed(asked, error) };
  }
}

/** The error of a run whose policy, reward or hook threw; it names which. */
export function failed(what: string, error: unknown): PolicyError | InvalidOptionError {
  if (PolicyError.isInstance(error) || InvalidOptionError.isInstance(error)) return error;
  return new PolicyError('policy_failed', `The ${what} failed: ${messageOf(error)}`, [], error);
}

function confidenceOf(
  result: ActionResult,
  hook: CreateRunOptions['confidence'],
): number | undefined {
  if (hook === undefined || result.metadata['confidence'] !== undefined) return undefined;
  const found: unknown = hook(turnOf(result));
  isPromise(found);
  if (found === undefined || (typeof found === 'number' && Number.isFinite(found))) return found;
  throw new PolicyError(
    'invalid_confidence',
    `Expected the hook confidence to return a number or undefined at once, got ${describeValue(found)}.`,
  );
}

/**
 * Adds `metadata.confidence` and `metadata.reward` to a step's result, as far as the opinion has
 * them.
 */
export function withOpinion(
  given: ActionResult,
  { confidence, reward, failure }: Opinion,
): Appraisal {
  const isSilent = confidence === undefined && reward === undefined;
  const result =
    isSilent && Object.isFrozen(given) && Object.isFrozen(given.metadata)
      ? given
      : withMetadata(given, { confidence, reward: reward?.value });
  return { result, reward, failure };
}

/** A step's result with more metadata; what is undefined leaves the result's own as it is. */
function withMetadata(result: ActionResult, more: Readonly<Record<string, unknown>>): ActionResult {
  const metadata = Object.freeze({ ...result.metadata, ...definedFields(more) });
  return Object.freeze({ ...result, metadata });
}
