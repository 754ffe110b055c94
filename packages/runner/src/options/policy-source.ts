import type { TerminationPolicy } from '@rlm/policies';

/**
 * A termination policy: an instance (serves the root run alone), a recipe that makes one for each run of the tree, a registered
 * name, or a name with its configuration.
 */
export type PolicySource =
  | TerminationPolicy
  | (() => TerminationPolicy)
  | string
  | { readonly name: string; readonly config?: Readonly<Record<string, unknown>> };

/** What policies are looked up in by name: what `createPolicyRegistry` gives. */
export interface PolicyNames {
  getTermination(name: string, config?: object): TerminationPolicy;
}
