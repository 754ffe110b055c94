import { InvalidOptionError } from '@rlm/repl-types';
import { describeValue, isPromise, messageOf } from '@rlm/repl-types/internal';
import type { ActionResult, PolicyContext } from '@rlm/policies';
import { PolicyError, statedConfidence, turnOf, valueStep } from '@rlm/policies/internal';

import type { CreateRunOptions } from '../options/options.js';
import { readConfidence } from '../policies/read-confidence.js';
import { withMetadata, type Opinion } from './appraise.js';

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
    const known = confidence === undefined ? {} : { confidence };
    if (options.reward === undefined) return known;
    asked = `reward '${options.reward.name}'`;
    return { ...known, reward: valueStep(options.reward, withMetadata(given, known), context()) };
  } catch (error) {
    const known = confidence === undefined ? {} : { confidence };
    return { ...known, failure: failed(asked, error) };
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
  const turn = turnOf(result);
  if (hook === readConfidence) return statedConfidence(turn.reply);
  const found: unknown = hook(turn);
  isPromise(found);
  if (found === undefined || (typeof found === 'number' && Number.isFinite(found))) return found;
  throw new PolicyError(
    'invalid_confidence',
    `Expected the hook confidence to return a number or undefined at once, got ${describeValue(found)}.`,
  );
}
