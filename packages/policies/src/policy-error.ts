import { RlmError } from '@rlm/repl-types';

/** What can be wrong with the use of a policy or a registry. */
export type PolicyErrorCode =
  | 'unknown_policy'
  | 'duplicate_policy'
  | 'invalid_policy'
  | 'invalid_decision'
  | 'invalid_reward'
  | 'invalid_confidence'
  | 'policy_failed'
  | 'no_candidates'
  | 'conformance_failed';

/** Misuse of a policy or a registry. Its message says what was expected and what came. */
export class PolicyError extends RlmError<PolicyErrorCode, { readonly known: readonly string[] }> {
  static override readonly className: string = 'PolicyError';

  constructor(
    code: PolicyErrorCode,
    message: string,
    known: readonly string[] = [],
    cause?: unknown,
  ) {
    super(message, { code, details: { known }, ...(cause === undefined ? {} : { cause }) });
  }
}
