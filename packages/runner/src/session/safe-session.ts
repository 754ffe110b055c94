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
  'close',
];

/**
 * Wraps a session of any backend so that its methods reject if what they return fails in any way: a
 * broken thenable would keep a run waiting.
 */
export function safeSession(session: SandboxSession): SandboxSession {
  const get = (name: PropertyKey): unknown => Reflect.get(session, name);
  const call = (name: PropertyKey, args: readonly unknown[]): unknown =>
    Reflect.apply(get(name) as () => unknown, session, args);
  const safe = new Map<PropertyKey, unknown>(
    awaited.map((name) => [
      name,
      (...args: readonly unknown[]) => awaitHook(() => call(name, args)),
    ]),
  );
  // The target is an empty object, because a proxy of a frozen session could not replace its
  // methods.
  return new Proxy({} as SandboxSession, {
    has: (_, name) => name in session,
    get(_, name) {
      const member = get(name);
      if (typeof member !== 'function') return member;
      return safe.get(name) ?? ((...args: readonly unknown[]) => call(name, args));
    },
  });
}
