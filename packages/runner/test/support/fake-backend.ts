import { REPLResult, type FinalSignal } from '@rlm/repl-types';
import type {
  HostFunctionSpec,
  SandboxBackend,
  SandboxSession,
  SessionOptions,
  SessionVariable,
} from '@rlm/sandbox';

/** What a fake session is asked about afterwards. */
export interface FakeBackend extends SandboxBackend {
  readonly opened: SessionOptions[];
  /** How many sessions are open. */
  openSessions: number;
}

class Stop extends Error {}

const { constructor: AsyncFunction } = Object.getPrototypeOf(async function () {
  await Promise.resolve();
}) as { constructor: new (...args: string[]) => (scope: object) => Promise<unknown> };

/**
 * A session that runs cells in this very process, without any wall: for tests of the loop alone. Variables are
 * assigned without declaring them; `crash()` loses the session.
 */
export function fakeBackend(): FakeBackend {
  const backend: FakeBackend = {
    name: 'fake',
    language: 'javascript',
    isolation: 'none',
    capabilities: { snapshot: false, survivesTimeout: true, concurrentCalls: true },
    opened: [],
    openSessions: 0,
    instructions: () => 'Assign variables without declaring them.',
    probe: () => Promise.resolve({ ok: true }),
    open: (options = {}) => {
      options.abortSignal?.throwIfAborted();
      backend.opened.push(options);
      backend.openSessions += 1;
      return Promise.resolve(fakeSession(options, backend));
    },
  };
  return backend;
}

function fakeSession(options: SessionOptions, backend: FakeBackend): SandboxSession {
  const variables = new Map<string, unknown>();
  const contexts = new Set<string>();
  let closed = false;
  let broken = false;

  // As the real ones do: the session ends with the signal that it was opened with.
  options.abortSignal?.addEventListener('abort', () => void session.close(), { once: true });

  const session: SandboxSession = {
    backend: 'fake',
    language: 'javascript',
    async execute(code, { abortSignal, onOutput } = {}) {
      if (closed || broken) throw new Error('the session is gone');
      const finals: FinalSignal[] = [];
      let stdout = '';
      const cell = new AbortController();
      const abort = (): void => {
        cell.abort(abortSignal?.reason);
      };
      abortSignal?.addEventListener('abort', abort, { once: true });
      const end = (signal: FinalSignal): never => {
        finals.push(signal);
        throw new Stop();
      };
      const print = (...values: unknown[]): void => {
        const text = `${values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' ')}\n`;
        stdout += text;
        onOutput?.(text, 'stdout');
      };
      const names: Record<string, unknown> = {
        print,
        FINAL: (answer: unknown) => end({ type: 'direct', answer }),
        FINAL_VAR: (name: string) =>
          end({ type: 'variable', var: name, answer: variables.get(name) }),
        SUBMIT: (fields: Record<string, unknown>) => end({ type: 'submit', fields }),
        crash: () => {
          broken = true;
          throw new Error('crashed');
        },
      };
      for (const [name, given] of Object.entries(options.functions ?? {})) {
        const { run } = given as HostFunctionSpec;
        names[name] = async (...args: unknown[]) => {
          cell.signal.throwIfAborted();
          const value = await run({ abortSignal: cell.signal }, ...(args as never[]));
          return JSON.parse(JSON.stringify(value ?? null)) as unknown;
        };
      }
      const scope = new Proxy(names, {
        has: (target, name) =>
          typeof name === 'string' &&
          (name in target || variables.has(name) || !(name in globalThis)),
        get: (target, name) => {
          if (typeof name !== 'string') return undefined;
          if (name in target) return target[name];
          if (variables.has(name)) return variables.get(name);
          throw new ReferenceError(`${name} is not defined`);
        },
        set: (_, name, value) => {
          variables.set(String(name), value);
          return true;
        },
      });
      try {
        const running = new AsyncFunction(
          'scope',
          `with (scope) { return (async () => { ${code}\n })(); }`,
        )(scope);
        const aborted = new Promise<never>((_, reject) => {
          cell.signal.addEventListener(
            'abort',
            () => {
              reject(new Error('aborted'));
            },
            { once: true },
          );
        });
        aborted.catch(() => undefined);
        await Promise.race([running, aborted]);
        return new REPLResult({ stdout });
      } catch (error) {
        const [finalOutput] = finals;
        if (finalOutput !== undefined) return new REPLResult({ stdout, finalOutput });
        const lost = () => broken;
        if (lost())
          return new REPLResult({ stdout, success: false, outcome: 'crashed', session: 'lost' });
        const { name: type, message } = error as Error;
        return new REPLResult({
          stdout,
          error: { type, message, traceback: '' },
          ...(cell.signal.aborted ? { outcome: 'aborted' } : {}),
        });
      } finally {
        abortSignal?.removeEventListener('abort', abort);
        cell.abort(new Error('the cell has ended'));
      }
    },
    set(name, value) {
      contexts.add(name);
      variables.set(name, value);
      return Promise.resolve();
    },
    get: (name) => Promise.resolve(variables.get(name)),
    variables: () =>
      Promise.resolve(
        [...variables].map(([name, value]): SessionVariable => {
          const text = typeof value === 'string' ? value : JSON.stringify(value);
          return {
            name,
            typeName: typeof value,
            totalLength: text.length,
            preview: text.slice(0, 100),
          };
        }),
      ),
    close() {
      if (!closed) backend.openSessions -= 1;
      closed = true;
      return Promise.resolve();
    },
    [Symbol.asyncDispose]: () => session.close(),
  };
  return session;
}
