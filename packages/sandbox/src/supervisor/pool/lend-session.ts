import { awaitHook, messageOf, warn } from '@rlm/repl-types/internal';

import type { SandboxSession } from '../../contract/session.js';
import { onAbort } from '../on-abort.js';

/**
 * A session as a pool lends it to its owner. The pool learns of its end, whether by `close` or by the owner's signal:
 * `onClosed` is called once, when everything is freed.
 */
export function lendSession(
  session: SandboxSession,
  abortSignal: AbortSignal | undefined,
  onClosed: () => void,
): SandboxSession {
  let closing: Promise<void> | undefined;
  let forget: () => void = () => undefined;
  const close = (): Promise<void> => {
    forget();
    closing ??= awaitHook(() => session.close()).finally(onClosed);
    return closing;
  };
  forget = onAbort(abortSignal, () => {
    close().catch(tellUnclosed(session));
  });

  const snapshot = session.snapshot?.bind(session);
  const fork = session.fork?.bind(session);
  const adopt = session.adopt?.bind(session);
  const undo = session.undo?.bind(session);
  return {
    backend: session.backend,
    language: session.language,
    execute: (code, options) => session.execute(code, options),
    set: (name, value, options) => session.set(name, value, options),
    get: (name, options) => session.get(name, options),
    variables: (options) => session.variables(options),
    idle: () => session.idle(),
    get guestMs() {
      return session.guestMs ?? 0;
    },
    snapshot,
    fork,
    adopt,
    undo,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Reports that a session could not be closed, which no caller waits for: a warning of the process. */
export function tellUnclosed({ backend }: SandboxSession): (fault: unknown) => void {
  return (fault) => {
    warn(`A session of ${backend} cannot be closed: ${messageOf(fault)}`);
  };
}
