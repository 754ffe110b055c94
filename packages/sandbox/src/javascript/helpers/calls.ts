import { bridge } from './bridge.js';
import {
  NativeError,
  NativePromise,
  NativeTypeError,
  create,
  defineProperty,
  defineValue,
  each,
  hasOwn,
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

/** A host function failed; code may catch it. */
export class HostCallError extends NativeError {
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

/** Calls that may be queued, each with its arguments in the interpreter's memory. */
const maxQueued = 10_000;

// Records, since a cell may change the methods of Map.
let waiting = create(null) as Record<number, Waiting>;
/** Calls that the host cannot take yet, from `first` to `next`. */
let queue = create(null) as Record<number, Waiting>;
let first = 0;
let next = 0;
/** Whether the running cell has made a call. */
let isUsed = false;

/** The function by which code calls the host. */
export function hostFunction(name: string): (...args: unknown[]) => Promise<unknown> {
  let trap: object | undefined;
  return (...args) => {
    const json = toJson(args, name, 'arguments');
    // A call that comes while others are queued joins the end of the queue.
    const call = first < next ? undefined : bridge.call(name, json);
    if (typeof call === 'string') throw new NativeTypeError(name + ': ' + call);
    if (call === undefined && next - first >= maxQueued) {
      const many = ': ' + toText(maxQueued) + ' calls wait already';
      throw new NativeTypeError(name + many + ': await some of them before you make more');
    }
    isUsed = true;
    const made: Made = { name, stack: stackHere(), isAwaited: false };
    const promise = new NativePromise<unknown>((resolve, reject) => {
      if (call === undefined) queue[next++] = { made, json, resolve, reject };
      else waiting[call] = { made, json: '', resolve, reject };
    });
    watch(promise, made);
    return setPrototypeOf(promise, (trap ??= createTrap(name))) as Promise<unknown>;
  };
}

/** Gives a waiting call its result. */
export function settleCall(call: number, error: string | undefined, json: string): void {
  const entry = waiting[call];
  if (entry === undefined) return;
  // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- see above
  delete waiting[call];
  startQueued();
  if (error === undefined) entry.resolve(parse(json));
  else entry.reject(new HostCallError(error));
}

/** Starts queued calls, as many as the host can take. */
function startQueued(): void {
  for (let queued = queue[first]; queued !== undefined; queued = queue[first]) {
    const { made, json, reject } = queued;
    const call = bridge.call(made.name, json);
    if (call === undefined) return;
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- see above
    delete queue[first++];
    if (typeof call === 'number') waiting[call] = { ...queued, json: '' };
    else reject(new NativeTypeError(made.name + ': ' + call));
  }
}

/** Forgets calls that still wait: their cell has ended. */
export function forgetCalls(): void {
  if (!isUsed) return;
  isUsed = false;
  waiting = create(null) as Record<number, Waiting>;
  queue = create(null) as Record<number, Waiting>;
  first = next = 0;
}

const maxGroups = 50;
/** Of a deep recursion, the innermost frames. */
const maxStackChars = 4_000;

/** The calls that have no answer yet, and the place from which this is asked, as JSON text; empty for none. */
export function openCalls(): string {
  if (!isUsed) return '';
  const groups = newList<Made & { count: number }>();
  each([waiting, queue], (calls) => {
    each(keys(calls), (call) => {
      const made = calls[call as unknown as number]?.made;
      if (made !== undefined) addTo(groups, made);
    });
  });
  if (groups.length === 0) return '';
  return stringify({ __proto__: null, stack: stackHere(), calls: groups });
}

/** Counts a call among those that were made at the same place. */
function addTo(groups: (Made & { count: number })[], made: Made): void {
  let index = 0;
  for (let group = groups[0]; group !== undefined; group = groups[++index]) {
    const isSame =
      group.stack === made.stack && group.name === made.name && group.isAwaited === made.isAwaited;
    if (!isSame) continue;
    group.count++;
    return;
  }
  if (index < maxGroups) groups[index] = { ...made, count: 1 };
}

function stackHere(): string {
  const { stack } = new NativeError();
  return typeof stack === 'string' ? headOf(stack, maxStackChars) : '';
}

/** Notes that something waits for a promise: `await`, `then` and `Promise.all` read its constructor. */
function watch(promise: Promise<unknown>, made: Made): void {
  void defineProperty(promise, 'constructor', {
    get() {
      made.isAwaited = true;
      return NativePromise;
    },
    configurable: true,
  });
}

/**
 * A prototype for promises of host calls. Every property of a string, an array or a number on it throws an error that
 * names the missing `await`.
 */
function createTrap(name: string): object {
  const trap = create(NativePromise.prototype) as object;
  const fail = (): never => {
    throw new NativeTypeError(
      name + '(...) gives a promise: write "await ' + name + '(...)" before its value is used',
    );
  };
  const define = (key: PropertyKey): void => {
    if (hasOwn(NativePromise.prototype, key)) return;
    defineProperty(trap, key, { get: fail, configurable: true });
  };
  each([String.prototype, Array.prototype, Number.prototype], (owner) => {
    each(ownKeys(owner), define);
  });
  each(['toJSON', Symbol.toPrimitive], define);
  return trap;
}
