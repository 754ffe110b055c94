import type { Bridge } from './bridge.js';
import {
  GuestError,
  GuestPromise,
  GuestTypeError,
  create,
  defineProperty,
  defineValue,
  each,
  keys,
  newList,
  ownKeys,
  parse,
  setPrototypeOf,
  stringify,
  toText,
} from './intrinsics.js';
import { toJson } from './json.js';
import { headOf } from './text.js';

/** A host function failed; guest code may catch it. */
export class HostCallError extends GuestError {
  constructor(message: string) {
    super(message);
    defineValue(this, 'name', 'HostCallError', false);
  }
}

/** Where a call was made, and whether something waits for it. */
interface Made {
  readonly name: string;
  readonly stack: string;
  isAwaited: boolean;
}

interface Waiting {
  readonly made: Made;
  /** The arguments, of a call that the host cannot take yet. */
  readonly json: string;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls that may be queued, each with its arguments in the guest's own memory. */
const maxQueued = 10_000;

/** The guest's side of host calls. */
export interface Calls {
  /** The function that guests call by name. */
  define(name: string): (...args: unknown[]) => Promise<unknown>;
  /** Gives a waiting call its result. */
  settle(call: number, error: string | undefined, json: string): void;
  /** The calls that have no answer yet, and the place from which this is asked, as JSON text; empty for none. */
  open(): string;
  /** Forgets calls that still wait: their cell has ended. */
  forget(): void;
}

/** Makes {@link Calls} over a bridge. */
export function createCalls(bridge: Bridge): Calls {
  let waiting = create(null) as Record<number, Waiting>;
  /** Calls that the host cannot take yet, from `first` to `next`. */
  let queue = create(null) as Record<number, Waiting>;
  let first = 0;
  let next = 0;
  /** Whether the running cell has made a call. */
  let isUsed = false;

  /** Starts queued calls, as many as the host can take. */
  const advance = (): void => {
    while (first < next) {
      const queued = queue[first];
      if (queued === undefined) return;
      const { made, json, reject } = queued;
      const call = bridge.call(made.name, json);
      if (call === undefined) return;
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a cell may have changed the methods of Map
      delete queue[first++];
      if (typeof call === 'number') waiting[call] = { ...queued, json: '' };
      else reject(new GuestTypeError(made.name + ': ' + call));
    }
  };

  return {
    define(name) {
      let trap: object | undefined;
      return (...args) => {
        const json = toJson(args, name, 'arguments');
        // A call that comes while others are queued joins the end of the queue.
        const call = first < next ? undefined : bridge.call(name, json);
        if (typeof call === 'string') throw new GuestTypeError(name + ': ' + call);
        if (call === undefined && next - first >= maxQueued) {
          const many = ': ' + toText(maxQueued) + ' calls wait already';
          throw new GuestTypeError(name + many + ': await some of them before you make more');
        }
        isUsed = true;
        const made: Made = { name, stack: stackHere(), isAwaited: false };
        const promise = new GuestPromise<unknown>((resolve, reject) => {
          if (call === undefined) queue[next++] = { made, json, resolve, reject };
          else waiting[call] = { made, json: '', resolve, reject };
        });
        watch(promise, made);
        return setPrototypeOf(promise, (trap ??= createTrap(name))) as Promise<unknown>;
      };
    },
    settle(call, error, json) {
      const entry = waiting[call];
      if (entry === undefined) return;
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a cell may have changed the methods of Map
      delete waiting[call];
      advance();
      if (error === undefined) entry.resolve(parse(json));
      else entry.reject(new HostCallError(error));
    },
    open() {
      if (!isUsed) return '';
      const groups = newList<Made & { count: number }>();
      each([waiting, queue], (calls) => {
        each(keys(calls), (call) => {
          addTo(groups, calls[call as unknown as number]?.made);
        });
      });
      if (groups.length === 0) return '';
      return stringify({ __proto__: null, stack: stackHere(), calls: groups });
    },
    forget() {
      if (!isUsed) return;
      isUsed = false;
      waiting = create(null) as Record<number, Waiting>;
      queue = create(null) as Record<number, Waiting>;
      first = next = 0;
    },
  };
}

const maxGroups = 50;
/** Of a deep recursion, the innermost frames. */
const maxStackChars = 4_000;

/** Counts a call among those that were made at the same place. */
function addTo(groups: (Made & { count: number })[], made: Made | undefined): void {
  if (made === undefined) return;
  const isSame = ({ name, stack, isAwaited }: Made): boolean =>
    stack === made.stack && name === made.name && isAwaited === made.isAwaited;
  let index = 0;
  for (let group = groups[index]; group !== undefined && !isSame(group);) {
    group = groups[++index];
  }
  const group = groups[index];
  if (group !== undefined) group.count++;
  else if (index < maxGroups) groups[index] = { ...made, count: 1 };
}

function stackHere(): string {
  const { stack } = new GuestError();
  return typeof stack === 'string' ? headOf(stack, maxStackChars) : '';
}

/** Notes that something waits for a promise: `await`, `then` and `Promise.all` read its constructor. */
function watch(promise: Promise<unknown>, made: Made): void {
  void defineProperty(promise, 'constructor', {
    get() {
      made.isAwaited = true;
      return GuestPromise;
    },
    configurable: true,
  });
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
