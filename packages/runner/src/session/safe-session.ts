import { awaitHook } from '@rlm/repl-types/internal';
import type { SandboxSession } from '@rlm/sandbox';

/** The methods that give a promise. */
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

/** A session of any backend, whose methods reject if what they give fails in any way: a thenable that breaks would keep a run waiting. */
export function safeSession(session: SandboxSession): SandboxSession {
  // Over an empty object: a proxy must show a frozen session's methods as they are.
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
