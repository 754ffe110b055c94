import {
  GuestError,
  GuestPromise,
  GuestTypeError,
  create,
  defineProperty,
  ownKeys,
  parse,
} from './intrinsics.js';
import type { Bridge } from './bridge.js';
import { toJson } from './json.js';

/** A host function failed; guest code may catch it. */
export class HostCallError extends GuestError {
  constructor(message: string) {
    super(message);
    defineProperty(this, 'name', { value: 'HostCallError', configurable: true, writable: true });
  }
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The guest's side of host calls. */
export interface Calls {
  /** The function that guests call by name. */
  define(name: string): (...args: unknown[]) => Promise<unknown>;
  /** Gives a waiting call its result. */
  settle(call: number, error: string | undefined, json: string): void;
  /** Forgets what still waits: its cell has ended. */
  forget(): void;
}

/** Makes {@link Calls} over a bridge. */
export function createCalls(bridge: Bridge): Calls {
  let waiting = create(null) as Record<number, Waiting>;
  return {
    define(name) {
      const trap = createTrap(name);
      return (...args) => {
        const json = toJson(args, `an argument of ${name}`);
        const call = bridge.call(name, json);
        if (typeof call === 'string') throw new GuestTypeError(`${name}: ${call}`);
        const promise = new GuestPromise<unknown>((resolve, reject) => {
          waiting[call] = { resolve, reject };
        });
        return Object.setPrototypeOf(promise, trap) as Promise<unknown>;
      };
    },
    settle(call, error, json) {
      const entry = waiting[call];
      if (entry === undefined) return;
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
      delete waiting[call];
      if (error === undefined) entry.resolve(parse(json));
      else entry.reject(new HostCallError(error));
    },
    forget() {
      waiting = create(null) as Record<number, Waiting>;
    },
  };
}

/**
 * A prototype for promises of host calls, on which every property of a string, an array or a number is an error that
 * says what was forgotten.
 */
function createTrap(name: string): object {
  const trap = create(GuestPromise.prototype) as object;
  const known = ownKeys(GuestPromise.prototype);
  const fail = (): never => {
    throw new GuestTypeError(
      `${name}(...) gives a promise: write "await ${name}(...)" before its value is used`,
    );
  };
  const allowed: Record<PropertyKey, true> = create(null) as never;
  for (const key of known) allowed[key] = true;
  for (const owner of [String.prototype, Array.prototype, Number.prototype]) {
    for (const key of ownKeys(owner)) {
      if (allowed[key] === true) continue;
      defineProperty(trap, key, { get: fail, configurable: true });
    }
  }
  defineProperty(trap, 'toJSON', { get: fail, configurable: true });
  defineProperty(trap, Symbol.toPrimitive, { get: fail, configurable: true });
  return trap;
}
