import type { TerminationPolicy } from '@rlm/policies';

/** A termination policy: an instance, a registered name, or a name with its configuration. */
export type PolicySource =
  | TerminationPolicy
  | string
  | { readonly name: string; readonly config?: Readonly<Record<string, unknown>> };
