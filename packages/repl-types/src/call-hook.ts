import { handleRejection, isPromise } from './is-promise.js';
import { describeValue } from './options/describe-value.js';
import { faultOf, type OptionRule } from './options/option-rule.js';
import { RlmError } from './rlm-error.js';

/*
 * Every function of a user is called through one of these. Whatever it returns, no rejection stays unhandled, which
 * would end the process.
 */

/**
 * Waits for what a user's function returned, as `await` does. Unlike `await`, it survives a `then` that is itself async
 * and rejects: `await` would leave that rejection unhandled and wait forever.
 */
export function settle<T>(given: T): Promise<Awaited<T>> {
  if (given instanceof Promise && Object.getPrototypeOf(given) === Promise.prototype) {
    if (!Object.hasOwn(given, 'then')) return given as Promise<Awaited<T>>;
  }
  return new Promise((resolve, reject) => {
    const then = (given as { readonly then?: unknown } | null | undefined)?.then;
    if (typeof then !== 'function') {
      resolve(given as Awaited<T>);
      return;
    }
    let isOver = false;
    const once = (end: (value: unknown) => void) => (value: unknown) => {
      if (isOver) return;
      isOver = true;
      end(value);
    };
    const refuse = once(reject);
    const take = once((value) => {
      settle(value).then(resolve as (value: unknown) => void, reject);
    });
    try {
      handleRejection(Reflect.apply(then, given, [take, refuse]), refuse);
    } catch (fault) {
      refuse(fault);
    }
  });
}

/** Calls a user's function that may return a promise. If it throws, the result rejects. */
export function awaitHook<T>(hook: () => T): Promise<Awaited<T>> {
  try {
    return settle(hook());
  } catch (fault) {
    const error = fault as Error;
    return Promise.reject(error);
  }
}

/**
 * Calls a user's function whose result is ignored. If it throws or rejects, `report` gets the error, once. Errors of
 * `report` are dropped.
 */
export function tellHook<Args extends readonly unknown[]>(
  hook: ((...args: Args) => unknown) | undefined,
  args: Args,
  report: (fault: unknown) => unknown,
): void {
  const fail = (fault: unknown): void => {
    try {
      isPromise(report(fault));
    } catch {
      // No one is left to report to.
    }
  };
  try {
    const given = hook?.(...args);
    if (given !== undefined) settle(given).then(undefined, fail);
  } catch (fault) {
    fail(fault);
  }
}

/**
 * Yields the items of a user's sequence, as `for await` does. Whatever its methods return, no rejection stays unhandled.
 * If its reader leaves early, the sequence is ended, and an error of its end is dropped.
 */
export async function* readHook<T>(
  sequence: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<T, void, undefined> {
  const { [Symbol.asyncIterator]: read } = sequence as Partial<AsyncIterable<T>>;
  const iterator = read?.call(sequence) ?? (sequence as Iterable<T>)[Symbol.iterator]();
  let isOpen = false;
  try {
    for (;;) {
      isOpen = false;
      const next: IteratorResult<T, unknown> = await awaitHook(() => iterator.next());
      if (next.done === true) return;
      isOpen = true;
      // An item may itself be a promise, which `yield` waits for.
      yield settle(next.value);
    }
  } finally {
    if (isOpen) await awaitHook(() => iterator.return?.()).catch(() => undefined);
  }
}

/**
 * Returns the answer of a user's function that must answer at once. An error that it throws is passed on. A promise, or
 * an answer that breaks the rule, throws an `RlmError` (`hook_failed`).
 */
export function askHook<T>(name: string, hook: () => T, rule?: OptionRule): T {
  const answer = hook();
  const isLate = isPromise(answer);
  if (!isLate && (rule === undefined || faultOf(rule, answer, name) === undefined)) return answer;
  const came = isLate ? 'a promise' : describeValue(answer);
  throw new RlmError(
    `Expected ${name} to give ${rule?.expected ?? 'its result'} at once, got ${came}.`,
    {
      code: 'hook_failed',
    },
  );
}

/** Reports a fault that no hook, event or result can report: as a process warning, if the runtime has them. */
export function warn(message: string): void {
  const { process } = globalThis as {
    process?: { emitWarning?: (message: string, type: string) => void };
  };
  process?.emitWarning?.(message, 'RlmWarning');
}
