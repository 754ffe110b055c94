import type { PolicyNames, TerminationPolicy, Turn } from '@rlm/policies';
import type { RewardFunction, RewardPolicy } from '@rlm/policies/reward';

/** A policy, or a recipe that makes a fresh one for each run. An instance is reset when a run starts. */
export type RunPolicy = TerminationPolicy | (() => TerminationPolicy);

/** The confidence that a turn states, from 0 to 1; undefined if that is not known. */
export type ConfidenceHook = (turn: Turn) => number | undefined;

/** A policy by its name in a registry, with its configuration. */
export interface NamedPolicySource {
  readonly name: string;
  readonly config?: object | null | undefined;
}

/**
 * A termination policy as loops take it: a registered name, a name with its configuration, a recipe (or a
 * factory) that makes one for each run, or an instance. An instance serves one run at a time and is reset
 * when that starts.
 */
export type PolicySource =
  TerminationPolicy | (() => TerminationPolicy) | string | NamedPolicySource;

/**
 * What values steps: a registered name, a name with its configuration, a reward policy, a factory of
 * `@rlm/policies/reward`, or a function of a step's result and context.
 */
export type RewardSource =
  RewardPolicy | RewardFunction | RewardFactoryLike | string | NamedPolicySource;

/**
 * A factory of reward policies, whatever its weights. Without its call signature, so that the parameters of a
 * written-out {@link RewardFunction} have types.
 */
export interface RewardFactoryLike {
  readonly policyName: string;
  readonly defaultConfig: object;
}

/** The options by which every loop takes policies. */
export interface PolicyOptions {
  /** Policies that may end the run, asked before and after each turn, in their order. Default: none. */
  readonly policies?: readonly PolicySource[] | undefined;
  /**
   * Where policies are looked up by name: what `createPolicyRegistry` gives. Default: the built-in ones of
   * `@rlm/policies`, rewards included; those serve for rewards too where the registry has none.
   */
  readonly policyRegistry?: PolicyNames | undefined;
  /**
   * What each turn is worth: feeds `reward_threshold`, the event `step-end` and the result's `rewards`.
   * Default: turns are not valued.
   */
  readonly reward?: RewardSource | undefined;
  /**
   * How sure a turn is, from 0 to 1, or undefined: feeds `confidence`. Default: what the model wrote of it
   * (`confidence: 0.93`, `93%`, `9/10`).
   */
  readonly confidence?: ConfidenceHook | undefined;
}
