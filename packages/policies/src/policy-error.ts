import { RlmError } from '@rlm/repl-types';

/** The codes of {@link PolicyError}. */
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

/** Misuse of a policy or a registry. The message says what was expected and what was found. */
export class PolicyError extends RlmError<PolicyErrorCode, { readonly known: readonly string[] }> {
  static override readonly className: string = 'PolicyError';

  constructor(
    code: PolicyErrorCode,
    message: string,
    known: readonly string[] = [],
    cause?: unknown,
  ) {
    super(message, { code, details: { known }, cause });
  }
}
