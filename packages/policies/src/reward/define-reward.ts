import {
  checkOptions,
  fields,
  required,
  someText,
  text,
  type OptionRule,
} from '@rlm/repl-types/options';
import { callable, describeValue, isPromise, refuseOption } from '@rlm/repl-types/internal';

import { atOnce } from '../define/at-once.js';
import { ruleOfDefault } from '../define/rule-of-default.js';
import { definePolicy, type PolicyFactory } from '../define/define-policy.js';
import type { CompleteConfig } from '../define/complete-config.js';
import { PolicyError } from '../policy-error.js';
import type { ActionResult, PolicyContext } from '../shapes/policy.js';
import type { ProposedAction, RewardPolicy } from '../shapes/reward.js';

/** The input of a reward. */
export interface Rewarded {
  readonly action: ProposedAction;
  readonly result: ActionResult;
  readonly context: PolicyContext;
  /** Whether this is a final action, according to the action or else to the result. */
  readonly isFinal: boolean;
}

/** The parts of a reward by name. A part that does not apply is undefined. */
export type RewardParts = Readonly<Record<string, number | undefined>>;

/** The recipe of a reward policy, for {@link defineReward}. */
export interface RewardDefinition<Weights extends Record<string, number>> {
  /** The name under which it registers. */
  readonly name: string;
  /** One line, for lists. */
  readonly description: string;
  /** The weights with their defaults; each may be configured. */
  readonly weights: Weights;
  /** Returns the parts of one step's reward. Its value is their sum, clamped to [-1, 1]. */
  readonly parts: (rewarded: Rewarded, weights: Readonly<Weights>) => RewardParts;
  /** Writes the line for people. Default: `Default reward for code: 0.80`, with the policy's name. */
  readonly explain?: ((total: number, components: number) => string) | undefined;
}

/** A factory of reward policies, made by {@link defineReward}. */
export type RewardFactory<Weights extends Record<string, number>> = PolicyFactory<
  Weights,
  RewardPolicy
>;

const definitionRule = (): OptionRule =>
  fields<RewardDefinition<Record<string, number>>>({
    name: required(someText),
    description: required(text),
    weights: required(ruleOfDefault({})),
    parts: required(callable),
    explain: callable,
  });

/** Makes a factory of reward policies from a recipe. */
export function defineReward<Weights extends Record<string, number>>(
  definition: RewardDefinition<Weights>,
): RewardFactory<Weights> {
  checkOptions(definition, required(definitionRule()), refuseOption);
  const { name, description, weights, parts, explain } = definition;
  return definePolicy<Weights, RewardPolicy>({
    name,
    description,
    defaults: weights as CompleteConfig<Weights>,
    create: (config: CompleteConfig<Weights>) => ({
      calculate(action, result, context) {
        const type = action.action ?? result.actionType;
        const given = parts({ action, result, context, isFinal: type === 'final' }, config);
        const applying = Object.entries(checkedParts(name, given)).filter(
          (part): part is [string, number] => part[1] !== undefined,
        );
        const total = applying.reduce((sum, [, part]) => sum + part, 0);
        const title = name.charAt(0).toUpperCase() + name.slice(1);
        const said = explain?.(total, applying.length);
        return Object.freeze({
          value: Math.max(-1, Math.min(1, total)),
          components: Object.freeze(Object.fromEntries(applying)),
          explanation:
            said === undefined
              ? `${title} reward for ${type}: ${total.toFixed(2)}`
              : atOnce(`explain() of reward '${name}'`, said),
        });
      },
    }),
  });
}

/** Returns parts that are numbers or undefined. Throws `PolicyError` (`invalid_reward`) for others. */
function checkedParts(name: string, given: RewardParts): RewardParts {
  const parts = atOnce(`parts() of reward '${name}'`, given);
  for (const [part, value] of Object.entries(parts)) {
    if (value === undefined || Number.isFinite(value)) continue;
    const came = isPromise(value) ? 'a promise' : describeValue(value);
    throw new PolicyError(
      'invalid_reward',
      `Reward '${name}': expected its part ${part} to be a finite number at once, got ${came}`,
    );
  }
  return parts;
}

/** Returns `amount` if the part applies, else undefined. */
export function when(applies: boolean, amount: number): number | undefined {
  return applies ? amount : undefined;
}
