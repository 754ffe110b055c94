import { awaitHook } from '@rlm/repl-types/internal';
import type { SandboxSession } from '@rlm/sandbox';

/** The methods that return a promise. */
const awaited: readonly PropertyKey[] = [
  'execute',
  'set',
  'get',
  'variables',
  'snapshot',
  'undo',
  'adopt',
  'close',
];

/**
 * Wraps a session of any backend so that its methods reject if what they return fails in any way: a
 * broken thenable would keep a run waiting.
 */
export function safeSession(session: SandboxSession): SandboxSession {
  // The target is an empty object, because a proxy of a frozen session could not replace its
  // methods.
  return new Proxy({} as SandboxSession, {
    has: (_, name) => name in session,
    get(_, name) {
      const member: unknown = Reflect.get(session, name);
      if (typeof member !== 'function') return member;
      const call = (...args: readonly unknown[]): unknown => Reflect.apply(member, session, args);
      return awaited.includes(name)
        ? (...args: readonly unknown[]) => awaitHook(() => call(...args))
        : call;
    },
  });
}
