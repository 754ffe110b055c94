import {
  GuestError,
  GuestPromise,
  GuestTypeError,
  create,
  defineProperty,
  defineValue,
  ownKeys,
  parse,
  setPrototypeOf,
  toText,
} from './intrinsics.js';
import type { Bridge } from './bridge.js';
import { toJson } from './json.js';

/** A host function failed; guest code may catch it. */
export class HostCallError extends GuestError {
  constructor(message: string) {
    super(message);
    defineValue(this, 'name', 'HostCallError', false);
  }
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A call that the host cannot take yet. */
interface Queued extends Waiting {
  readonly name: string;
  readonly json: string;
}

/** Calls that may be queued, each with its arguments in the guest's own memory. */
const maxLineChars = 10_000;

/** The guest's side of host calls. */
export interface Calls {
  /** The function that guests call by name. */
  define(name: string): (...args: unknown[]) => Promise<unknown>;
  /** Gives a waiting call its result. */
  settle(call: number, error: string | undefined, json: string): void;
  /** Forgets calls that still wait: their cell has ended. */
  forget(): void;
}

/** Makes {@link Calls} over a bridge. */
export function createCalls(bridge: Bridge): Calls {
  let waiting = create(null) as Record<number, Waiting>;
  let line = create(null) as Record<number, Queued>;
  let first = 0;
  let next = 0;
  /** Whether the running cell has made a call. */
  let isUsed = false;

  /** Starts queued calls, as many as the host can take. */
  const advance = (): void => {
    while (first < next) {
      const queued = line[first];
      if (queued === undefined) return;
      const call = bridge.call(queued.name, queued.json);
      if (call === undefined) return;
      // oxlint-disable-next-line typescript/no-dynamic-delete
      delete line[first++];
      if (typeof call === 'number') waiting[call] = queued;
      else queued.reject(new GuestTypeError(queued.name + ': ' + call));
    }
  };

  return {
    define(name) {
      const trap = createTrap(name);
      return (...args) => {
        const json = toJson(args, name, 'arguments');
        // A call that comes while others are queued joins the end of the queue.
        const call = first < next ? undefined : bridge.call(name, json);
        if (typeof call === 'string') throw new GuestTypeError(name + ': ' + call);
        if (call === undefined && next - first >= maxLineChars) {
          throw new GuestTypeError(
            name +
              ': ' +
              toText(maxLineChars) +
              ' calls wait already: await some of them before you make more',
          );
        }
        isUsed = true;
        const promise = new GuestPromise<unknown>((resolve, reject) => {
          if (call === undefined) line[next++] = { name, json, resolve, reject };
          else waiting[call] = { resolve, reject };
        });
        return setPrototypeOf(promise, trap) as Promise<unknown>;
      };
    },
    settle(call, error, json) {
      const entry = waiting[call];
      if (entry === undefined) return;
      // oxlint-disable-next-line typescript/no-dynamic-delete
      delete waiting[call];
      advance();
      if (error === undefined) entry.resolve(parse(json));
      else entry.reject(new HostCallError(error));
    },
    forget() {
      if (!isUsed) return;
      isUsed = false;
      waiting = create(null) as Record<number, Waiting>;
      line = create(null) as Record<number, Queued>;
      first = next = 0;
    },
  };
}

/**
 * A prototype for promises of host calls. Every property of a string, an array or a number on it throws an error that
 * names the missing `await`.
 */
function createTrap(name: string): object {
  const trap = create(GuestPromise.prototype) as object;
  const known = ownKeys(GuestPromise.prototype);
  const fail = (): never => {
    throw new GuestTypeError(
      name + '(...) gives a promise: write "await ' + name + '(...)" before its value is used',
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
