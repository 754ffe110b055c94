import type { IsolationDiagnostic } from '../place.js';
import { probeFailure } from '../../host/unavailable.js';

/**
 * Says what is missing, what to do, and which barrier is left.
 *
 * @param barrier The remaining barrier between code and this computer.
 */
export function isolationMissing(
  backend: string,
  error: unknown,
  barrier: string,
): IsolationDiagnostic {
  const { reason, hint = 'allow user namespaces, which containers and some systems forbid' } =
    probeFailure(error);
  const message =
    `${backend}() runs without isolation by the operating system: ${reason}; to get it, ${hint}. ` +
    `Until then, only ${barrier} keeps code from the files and the network of this user`;
  return Object.freeze({ code: 'isolation_missing', message });
}

/** The same as `probe()` says it. */
export function toldBy(diagnostic: IsolationDiagnostic | undefined): {
  readonly isolationMissing?: string | undefined;
} {
  return { isolationMissing: diagnostic?.message };
}
