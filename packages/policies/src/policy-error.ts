import { RlmError } from '@rlm/repl-types';

/** What can be wrong with the use of a policy or a registry. */
export type PolicyErrorCode =
  | 'unknown_policy'
  | 'duplicate_policy'
  | 'invalid_policy_config'
  | 'invalid_policy'
  | 'no_candidates'
  | 'contract_broken';

/** Misuse of a policy or a registry. Its message says what was expected and what came. */
export class PolicyError extends RlmError<PolicyErrorCode, { readonly known: readonly string[] }> {
  override readonly name = 'PolicyError';

  constructor(code: PolicyErrorCode, message: string, known: readonly string[] = []) {
    super(message, { code, details: { known } });
  }
}

/** Names a value in an error message: short, and never the whole of a long text. */
export function describeValue(value: unknown): string {
  const text = String(value).slice(0, 40);
  return typeof value === 'string' ? `"${text}"` : text;
}
