import type { PolicyNames } from '../define/policy-names.js';
import type { MakePolicy, PolicyClass } from './as-maker.js';
import type { PolicyFamily, PolicyKind, PolicyKinds } from '../define/kinds.js';
import type { PolicyEntry } from './policy-table.js';

/** How a policy is registered. */
export interface RegisterOptions {
  /**
   * Replaces a policy of the same name. Default: false. A built-in policy is replaced even without it, with a
   * diagnostic. A duplicate of your own is refused.
   */
  readonly override?: boolean | undefined;
}

/**
 * Registers policies of one kind under a name: directly with a class or a function, or as a class decorator. Throws
 * `PolicyError`: `duplicate_policy`, `invalid_policy`.
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
 * Makes a fresh policy. A missing, null or empty name means the default. Throws `PolicyError` (`unknown_policy`,
 * `invalid_policy`), and `InvalidOptionError` for a wrong configuration.
 */
export type GetPolicy<Policy> = (name?: string | null, config?: object | null) => Policy;

/** The policies to make, by kind: the argument of `createFromConfig`. */
export type PoliciesConfig = Readonly<
  Partial<Record<PolicyKind, { readonly name?: string | null; readonly config?: object | null }>>
>;

/** Options of {@link createPolicyRegistry}. */
export interface PolicyRegistryOptions {
  /** Built-in policies of other kinds: `rewardPolicies` of `@rlm/policies/reward`, and so on. */
  readonly families?: readonly PolicyFamily[] | undefined;
  /** Called when a registration without `override` replaces a built-in policy. Default: ignored. */
  readonly onDiagnostic?:
    | ((diagnostic: { readonly code: string; readonly message: string }) => void)
    | undefined;
}

/** Policies by name. Registries are independent of each other. */
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
  /** Makes one policy of each kind that the config names. */
  createFromConfig<Config extends PoliciesConfig>(
    config: Config,
  ): { readonly [Kind in keyof Config & PolicyKind]: PolicyKinds[Kind] };
}
