import type {
  HostFunctionSpec,
  SandboxBackend,
  SandboxSession,
  SessionOptions,
} from '@rlm/sandbox';
import { pyodide } from '@rlm/sandbox/pyodide';

/** A session that runs use in turn, and what the present one gave to it. */
interface Seat {
  readonly key: string;
  readonly session: SandboxSession;
  owner: SessionOptions;
}

const idle: Seat[] = [];

/** What must be the same for two runs to use one session. */
function keyOf({ functions = {}, limits, dialects, preflight, require }: SessionOptions): string {
  return JSON.stringify([Object.keys(functions), limits, dialects, preflight, require]);
}

/** Opens a session whose functions and clock are those of its present owner. */
async function openSeat(
  backend: SandboxBackend,
  key: string,
  owner: SessionOptions,
): Promise<Seat> {
  let seat: Seat | undefined;
  const present = (): SessionOptions => seat?.owner ?? owner;
  const functions = Object.entries(owner.functions ?? {}).map(([name, given]) => {
    const run: HostFunctionSpec['run'] = (context, ...args) => {
      const now = present().functions?.[name];
      return typeof now === 'function' ? now(...args) : now?.run(context, ...args);
    };
    return [name, typeof given === 'function' ? { run } : { ...given, run }] as const;
  });
  const { limits, dialects, preflight, require } = owner;
  const session = await backend.open({
    functions: Object.fromEntries(functions),
    now: () => present().now?.() ?? Date.now(),
    ...(limits === undefined ? {} : { limits }),
    ...(dialects === undefined ? {} : { dialects }),
    ...(preflight === undefined ? {} : { preflight }),
    ...(require === undefined ? {} : { require }),
  });
  return (seat = { key, session, owner });
}

/** Removes the variables of a session. */
async function clear(session: SandboxSession): Promise<void> {
  const names = (await session.variables()).map(({ name }) => name);
  // A context would have its value again.
  for (const name of names) await session.set(name, null, { isReserved: false });
  const { success } = await session.execute(names.map((name) => `del ${name}`).join('\n'));
  if (!success) throw new Error(`these variables cannot be removed: ${names.join()}`);
}

/**
 * Pyodide for tests that are not about sessions: runs use one after another, cleared of variables, since opening one takes 0.3 s of a
 * processor. Randomness goes on from one to the next. A session that is closed while a cell runs is not used again.
 */
export function sharedPython(backend: SandboxBackend = pyodide()): SandboxBackend {
  return {
    ...backend,
    async open(owner = {}) {
      if ('snapshot' in owner || 'replay' in owner || 'files' in owner) return backend.open(owner);
      const key = keyOf(owner);
      const found = idle.findIndex((each) => each.key === key);
      const seat =
        idle.splice(found, found < 0 ? 0 : 1)[0] ?? (await openSeat(backend, key, owner));
      seat.owner = owner;
      const { session } = seat;
      const guestMs = session.guestMs ?? 0;
      let running = 0;
      const giveBack = async (): Promise<void> => {
        owner.abortSignal?.removeEventListener('abort', end);
        try {
          if (running > 0) throw new Error('it runs');
          await clear(session);
          idle.push(seat);
          if (idle.length > 4) await idle.shift()?.session.close();
        } catch {
          await session.close();
        }
      };
      let closing: Promise<void> | undefined;
      const close = (): Promise<void> => (closing ??= giveBack());
      // The signal of a run is aborted at its end, too.
      const end = (): void => void close();
      owner.abortSignal?.addEventListener('abort', end);
      return new Proxy(session, {
        get(target, name) {
          if (name === 'close' || name === Symbol.asyncDispose) return close;
          if (name === 'guestMs') return (target.guestMs ?? 0) - guestMs;
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== 'function') return value;
          if (name !== 'execute') return value.bind(target) as unknown;
          return async (...args: unknown[]) => {
            running += 1;
            try {
              return (await value.apply(target, args)) as unknown;
            } finally {
              running -= 1;
            }
          };
        },
      });
    },
  };
}
