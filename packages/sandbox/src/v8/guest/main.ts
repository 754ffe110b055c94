import type { Bridge } from '../../javascript/guest/bridge.js';
import {
  defineProperty,
  defineValue,
  each,
  getOwnPropertyDescriptor,
  GuestError,
  guestGlobal,
  parse,
} from '../../javascript/guest/intrinsics.js';
import { boot as bootSession, type Dispatch } from '../../javascript/guest/main.js';
import { drainName } from './drain-name.js';
import { pinClock } from './clock.js';
import { hideFrames } from './stacks.js';
import { addGlobals, removeGlobals } from './globals.js';

/** What the process drives the context with. All that crosses are texts, numbers, and values that it does not look at. */
export interface Realm {
  readonly dispatch: Dispatch;
  setClock(nowMs: number): void;
  /** Declares variables, given as JSON text of their names. */
  declare(names: string): void;
  /** Calls the function that a cell has become. */
  launch(body: (cell: object) => unknown): void;
  /** 0 while the cell runs, 1 if it has ended, 2 if it has failed. */
  state(): number;
  show(most: number): string;
  /** What the cell has thrown. */
  thrown(): unknown;
  release(): void;
  /** The next call of the function that removes jobs is no cell's. */
  expectDrain(): void;
}

/**
 * A function of the host's realm as one of this realm. The host's never throws by itself; but the stack may end within it,
 * and that error would be an object of the host's realm.
 */
function shield<Call extends (...args: never[]) => unknown>(call: Call): Call {
  const shielded = (a: never, b: never, c: never): unknown => {
    try {
      return call(a, b, c);
    } catch {
      throw new GuestError('the stack is too deep for a call of the host');
    }
  };
  return shielded as Call;
}

/** Makes the context's names, and returns how the process drives it. */
export function boot(
  call: Bridge['call'],
  final: Bridge['final'],
  print: Bridge['print'],
  brand: Bridge['brand'],
  stop: () => void,
  configJson: string,
): Realm {
  removeGlobals();
  hideFrames();
  const setClock = pinClock();
  addGlobals();
  let isDraining = false;
  defineProperty(guestGlobal, drainName, {
    value() {
      if (!isDraining) return;
      isDraining = false;
      stop();
    },
  });
  const dispatch = bootSession(
    shield(call),
    shield(final),
    shield(print),
    shield(brand),
    configJson,
    shield(stop),
  );
  let state = 0;
  let thrown: unknown;
  let completion: object = {};
  const cell = {
    __proto__: null,
    o(value: unknown) {
      state = 1;
      completion = { __proto__: null, value };
    },
    e(error: unknown) {
      state = 2;
      thrown = error;
    },
    f(name: string, value: unknown) {
      guestGlobal[name] = value;
    },
  };
  return {
    dispatch,
    setClock,
    declare(names) {
      each(parse(names) as string[], (name) => {
        if (getOwnPropertyDescriptor(guestGlobal, name) !== undefined) return;
        defineValue(guestGlobal, name, undefined);
      });
    },
    launch(body) {
      state = 0;
      body(cell);
    },
    state: () => state,
    show: (most) => dispatch('show', completion, most) ?? '',
    thrown: () => thrown,
    release() {
      completion = {};
      thrown = undefined;
    },
    expectDrain() {
      isDraining = true;
    },
  };
}
