import type { PolicyNames } from '../define/policy-names.js';
import type { MakePolicy, PolicyClass } from './as-maker.js';
import type { PolicyFamily, PolicyKind, PolicyKinds } from '../define/kinds.js';
import type { PolicyEntry } from './policy-table.js';

/** How a policy is registered. */
export interface RegisterOptions {
  /**
   * Replaces a policy of the same name. Default: false. A built-in one is replaced all the same, with a
   * diagnostic; a duplicate of your own is refused.
   */
  readonly override?: boolean;
}

/**
 * Registers policies of one kind under a name: with a class or a function at once, or without either as
 * a class decorator. Throws `PolicyError`: `duplicate_policy`, `invalid_policy`.
 */
export interface Register<Policy> {
  <Given extends PolicyClass<Policy> | MakePolicy<Policy>>(
    name: string,
    given: Given,
    options?: RegisterOptions,
  ): Given;
  (
    name: string,
    options?: RegisterOptions,
  ): <Given extends PolicyClass<Policy>>(given: Given, context?: unknown) => Given;
}

/**
 * Makes a fresh policy. No name, null and an empty one mean the default. Throws `PolicyError`:
 * `unknown_policy`, `invalid_policy`; and `InvalidOptionError` for a wrong configuration.
 */
export type GetPolicy<Policy> = (name?: string | null, config?: object | null) => Policy;

/** Which policies to make, by kind: what `createFromConfig` takes. */
export type PoliciesConfig = Readonly<
  Partial<Record<PolicyKind, { readonly name?: string | null; readonly config?: object | null }>>
>;

/** What {@link createPolicyRegistry} may be given. */
export interface PolicyRegistryOptions {
  /** Built-in policies of further kinds: `rewardPolicies` of `@rlm/policies/reward`, and so on. */
  readonly families?: readonly PolicyFamily[];
  /** Told when a registration without `override` replaces a built-in policy. Default: nobody. */
  readonly onDiagnostic?: (diagnostic: { readonly code: string; readonly message: string }) => void;
}

/** Policies by name. A value of its own: what is registered in one is not in another. */
export interface PolicyRegistry extends PolicyNames {
  readonly getTermination: GetPolicy<PolicyKinds['termination']>;
  readonly getReward: GetPolicy<PolicyKinds['reward']>;
  readonly getAction: GetPolicy<PolicyKinds['action']>;
  readonly getCompaction: GetPolicy<PolicyKinds['compaction']>;
  readonly registerTermination: Register<PolicyKinds['termination']>;
  readonly registerReward: Register<PolicyKinds['reward']>;
  readonly registerAction: Register<PolicyKinds['action']>;
  readonly registerCompaction: Register<PolicyKinds['compaction']>;
  /** All policies, or those of one kind, in the order of registration. */
  list(kind?: PolicyKind): readonly PolicyEntry[];
  /** Makes a registered policy the default of its kind; `setDefault(name)` means termination. */
  setDefault(kind: PolicyKind, name: string): void;
  setDefault(name: string): void;
  /** Makes one policy of each kind that is named, and of no other. */
  createFromConfig<Config extends PoliciesConfig>(
    config: Config,
  ): { readonly [Kind in keyof Config & PolicyKind]: PolicyKinds[Kind] };
}
