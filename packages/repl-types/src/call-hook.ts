import { handleRejection, isPromise } from './is-promise.js';
import { describeValue } from './options/describe-value.js';
import { faultOf, type OptionRule } from './options/option-rule.js';
import { RlmError } from './rlm-error.js';

/*
 * Every call of a function that a user gave goes through one of these, so that whatever it gives, no rejection is left unhandled:
 * that would end the process.
 */

/**
 * Waits for what a user's function gave, as `await` does, but bears a `then` that is itself async and rejects: `await` would leave
 * that rejection unhandled, and wait for ever.
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

/** Calls a user's function that may give a promise: what it throws at once is a rejection like any other. */
export async function awaitHook<T>(hook: () => T): Promise<Awaited<T>> {
  return settle(hook());
}

/**
 * Calls a user's function whose answer nobody waits for. What it throws, or its promise rejects with, goes to `report`, once; what
 * `report` throws is dropped.
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
      // There is nobody left to tell.
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
 * The answer of a user's function that must answer at once. What it throws is passed on; a promise, and an answer that breaks the
 * rule, throws an `RlmError` (`hook_failed`).
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

/** Says a fault that no hook, event or result can say: a warning of the process, where there is one. */
export function warn(message: string): void {
  const { process } = globalThis as {
    process?: { emitWarning?: (message: string, type: string) => void };
  };
  process?.emitWarning?.(message, 'RlmWarning');
}
