import type { LlmCall } from '@rlm/repl-types';

import type { SandboxLimits } from '../contract/limits.js';
import type { CancelScope } from './cancel-scope.js';
import type { CallFrame, CallResultFrame, GuestError } from './frames.js';
import type { BoundFunction } from './host-functions.js';
import { parseJsonText, toJsonText } from './json-text.js';
import { createSemaphore } from './semaphore.js';

/** How a host call ended, as the guest gets it. */
type CallOutcome = CallResultFrame['outcome'];

/** Serves the host calls of one session: budget, concurrency, time, limits of values. Never rejects. */
export interface HostCallDesk {
  /**
   * Serves one call.
   *
   * @param record Gets one entry for each function that was really called.
   */
  serve(call: CallFrame, scope: CancelScope, record: (call: LlmCall) => void): Promise<CallOutcome>;
  /** The functions from now on (a pooled session gets its owner's). */
  replaceFunctions(functions: ReadonlyMap<string, BoundFunction>): void;
}

/** Makes a {@link HostCallDesk}. */
export function createHostCallDesk(
  initialFunctions: ReadonlyMap<string, BoundFunction>,
  limits: SandboxLimits,
): HostCallDesk {
  let functions = initialFunctions;
  let callsLeft = limits.hostCalls;
  const places = createSemaphore(limits.concurrency);

  const invoke = async (
    target: BoundFunction,
    args: readonly unknown[],
    scope: CancelScope,
    record: (call: LlmCall) => void,
  ): Promise<unknown> => {
    if (callsLeft <= 0) {
      throw new Error(`the limit of ${limits.hostCalls} host calls a session is reached`);
    }
    callsLeft--;
    const release = await places.acquire(scope);
    const startedAt = performance.now();
    const base = { name: target.name, ...(typeof args[0] === 'string' ? { prompt: args[0] } : {}) };
    try {
      const value = await withDeadline(target, args, scope, limits.hostCallMs);
      const response = typeof value === 'string' ? { response: value } : {};
      record({ ...base, ...response, durationMs: performance.now() - startedAt });
      return value;
    } catch (error) {
      record({ ...base, error: toMessage(error), durationMs: performance.now() - startedAt });
      throw error;
    } finally {
      release();
    }
  };

  const invokeBatch = async (
    single: BoundFunction,
    [items, ...rest]: readonly unknown[],
    scope: CancelScope,
    record: (call: LlmCall) => void,
  ): Promise<unknown[]> => {
    if (!Array.isArray(items)) throw new Error(`expected a list, got ${typeof items}`);
    if (items.length > callsLeft) {
      throw new Error(
        `${items.length} calls are over the limit of ${limits.hostCalls} host calls a session (${callsLeft} are left); none was made`,
      );
    }
    const settled = await Promise.allSettled(
      items.map((item: unknown) => invoke(single, [item, ...rest], scope, record)),
    );
    const failures = settled.filter((item) => item.status === 'rejected');
    const [first] = failures;
    if (first !== undefined && failures.length === settled.length) throw first.reason;
    return settled.map((item) => (item.status === 'fulfilled' ? item.value : null));
  };

  return {
    async serve({ name, args: argsText }, scope, record) {
      try {
        const target = functions.get(name);
        if (target === undefined) throw new Error(`there is no host function ${name}`);
        const args = parseJsonText(argsText, limits);
        if (!Array.isArray(args)) throw new Error('expected an array of arguments');
        const value =
          target.batchOf === undefined
            ? await invoke(target, args, scope, record)
            : await invokeBatch(target.batchOf, args, scope, record);
        return { json: toJsonText(value, limits) };
      } catch (error) {
        return { error: toGuestError(error) };
      }
    },
    replaceFunctions(next) {
      functions = next;
    },
  };
}

/** How guests see a host call that failed; guests make an exception of class `HostCallError` of it. */
function toGuestError(error: unknown): GuestError {
  return { type: 'HostCallError', message: toMessage(error) };
}

function toMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, 2_000);
}

async function withDeadline(
  { name, invoke }: BoundFunction,
  args: readonly unknown[],
  scope: CancelScope,
  limitMs: number,
): Promise<unknown> {
  const controller = new AbortController();
  let stop: (reason: Error) => void = () => undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = (reason) => {
      reject(reason);
      controller.abort(reason);
    };
  });
  stopped.catch(() => undefined);
  const timer = setTimeout(() => {
    stop(new Error(`${name} did not answer within ${limitMs} ms`));
  }, limitMs);
  const forget = scope.onCancel(() => {
    stop(new Error(`${name} was aborted: its cell has ended`));
  });
  try {
    if (scope.isCancelled) return await stopped;
    const answer = invoke({ abortSignal: controller.signal }, ...args);
    return await Promise.race([answer, stopped]);
  } finally {
    clearTimeout(timer);
    forget();
  }
}
