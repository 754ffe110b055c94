import { InvalidOptionError } from '@rlm/repl-types';
import { describeValue, isPromise, messageOf } from '@rlm/repl-types/internal';
import type { ActionResult, PolicyContext } from '@rlm/policies';
import { PolicyError, turnOf, valueStep } from '@rlm/policies/internal';
import type { RewardSignal } from '@rlm/policies/reward';

import type { CreateRunOptions } from '../options/options.js';

/** A step's result with what was found out about it. */
export interface Appraisal {
  readonly result: ActionResult;
  readonly reward?: RewardSignal;
  /** What the reward or the hook threw, if one did. */
  readonly failure?: PolicyError | InvalidOptionError;
}

/** What the reward and the hook said of a step. */
interface Opinion {
  readonly confidence?: number;
  readonly reward?: RewardSignal;
  readonly failure?: PolicyError | InvalidOptionError;
}

/** Asks whoever decides: `decide` of the run's effects. */
type Decide = <T>(about: string, ask: () => T) => Promise<T>;

/** Adds `metadata.confidence` and `metadata.reward` to a step's result, as far as the options give them. */
export async function appraise(
  given: ActionResult,
  context: () => PolicyContext,
  options: Pick<CreateRunOptions, 'reward' | 'confidence'>,
  decide: Decide,
): Promise<Appraisal> {
  if (options.reward === undefined && options.confidence === undefined) return { result: given };
  const { confidence, reward, failure } = await decide('appraise', () =>
    opinionOf(given, context, options),
  );
  const result = withMetadata(given, {
    ...(confidence === undefined ? {} : { confidence }),
    ...(reward === undefined ? {} : { reward: reward.value }),
  });
  return {
    result,
    ...(reward === undefined ? {} : { reward }),
    ...(failure === undefined ? {} : { failure }),
  };
}

function opinionOf(
  given: ActionResult,
  context: () => PolicyContext,
  options: Pick<CreateRunOptions, 'reward' | 'confidence'>,
): Opinion {
  let confidence: number | undefined;
  let asked = 'confidence';
  try {
    confidence = confidenceOf(given, options.confidence);
    const known = confidence === undefined ? {} : { confidence };
    if (options.reward === undefined) return known;
    asked = `reward '${options.reward.name}'`;
    return { ...known, reward: valueStep(options.reward, withMetadata(given, known), context()) };
  } catch (error) {
    const known = confidence === undefined ? {} : { confidence };
    return { ...known, failure: failed(asked, error) };
  }
}

/** The error of a run whose policy, reward or hook threw: it says which. */
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
    `The hook confidence gave ${describeValue(found)}: expected a number or undefined, at once`,
  );
}

function withMetadata(result: ActionResult, more: Readonly<Record<string, unknown>>): ActionResult {
  return Object.freeze({ ...result, metadata: Object.freeze({ ...result.metadata, ...more }) });
}
