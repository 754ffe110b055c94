import type {
  NamedReward,
  NamedTermination,
  PolicyNames,
  TerminationPolicy,
  Turn,
} from '@rlm/policies';
import type { RewardFunction, RewardPolicy } from '@rlm/policies/reward';

/**
 * A policy, or a recipe that makes a fresh one for each run. An instance is reset when a run
 * starts.
 */
export type RunPolicy = TerminationPolicy | (() => TerminationPolicy);

/**
 * Reads how confident the model says it is in a turn, from 0 to 1; undefined if it does not say.
 */
export type ConfidenceHook = (turn: Turn) => number | undefined;

/**
 * A termination policy as loops accept it: a registered name, a name with its configuration, a
 * recipe (or factory) that makes one for each run, or an instance. An instance serves one run at a
 * time, and is reset when that run starts. Names are those of `TerminationConfigs`, which the names
 * of a registry of your own can be merged into; a recipe needs no name.
 */
export type PolicySource =
  // Without its `config`, so that the compiler checks that of a name.
  Omit<TerminationPolicy, 'config'> | (() => TerminationPolicy) | NamedTermination;

/**
 * What gives steps their value: a registered name (of `RewardConfigs`), a name with its
 * configuration, a reward policy, a factory of `@rlm/policies/reward`, or a function of a step's
 * result and context.
 */
export type RewardSource = RewardPolicy | RewardFunction | RewardFactoryLike | NamedReward;

/**
 * A factory of reward policies, whatever its weights. It has no call signature here, so that the
 * parameters of an inline {@link RewardFunction} have types.
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
   * Where policies are looked up by name: a registry made by `createPolicyRegistry`. Default: the
   * built-in policies of `@rlm/policies`, with their rewards. If a registry has no rewards, the
   * built-in ones serve.
   */
  readonly policyRegistry?: PolicyNames | undefined;
  /**
   * The value of each turn: used by `reward_threshold`, the event `step-end` and the result's
   * `rewards`. Default: turns have no value.
   */
  readonly reward?: RewardSource | undefined;
  /**
   * How confident the model is in a turn, from 0 to 1, or undefined: used by `confidence`. Default:
   * what the model wrote about it (`confidence: 0.93`, `93%`, `9/10`).
   */
  readonly confidence?: ConfidenceHook | undefined;
}
