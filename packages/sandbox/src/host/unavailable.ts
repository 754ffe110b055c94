import { messageOf } from '@rlm/repl-types/internal';

import { SandboxError } from '../contract/errors.js';

/** Why a backend cannot work here, and what to do. */
interface Unavailable {
  readonly reason: string;
  readonly hint: string;
}

/** The error of a backend that cannot work here; {@link probeFailure} takes it apart again. */
export function unavailable(reason: string, hint: string, cause?: unknown): SandboxError {
  return new SandboxError('backend_unavailable', `${reason}; ${hint}`, {
    details: { reason, hint } satisfies Unavailable,
    cause,
  });
}

/** The result of `probe()` for an error. */
export function probeFailure(error: unknown): {
  readonly ok: false;
  readonly reason: string;
  readonly hint?: string | undefined;
} {
  if (SandboxError.isInstance(error) && error.details !== undefined) {
    const { reason = error.message, hint } = error.details as Partial<Unavailable>;
    return { ok: false, reason, hint };
  }
  return { ok: false, reason: messageOf(error) };
}
