import type { JSValueHandle, QuickJS } from 'quickjs-wasi';

import type { FinalFrame } from '../../contract/frames.js';
import type { SandboxLimits } from '../../contract/limits.js';
import type { Brand, Bridge } from '../../javascript/helpers/bridge.js';
import { findValueFault, tooLarge } from '../../session/json-text.js';
import { compareTexts, formatNumber } from './english.js';
import { readText } from './text.js';

/** What the code of a cell may request of it. */
export interface CellRequests {
  /** A host call. Returns its number, why it cannot be made, or undefined while too much waits for the host. */
  onCall(name: string, args: string): number | string | undefined;
  /** An answer, and the calls that are open as JSON text. Returns why it cannot be one, if it cannot. */
  onFinal(kind: FinalFrame['kind'], name: string, json: string, open: string): string | undefined;
  onPrint(stream: 'stdout' | 'stderr', text: string): void;
  /** A rejection that nothing handles, or without a reason that one is handled after all. */
  onRejection(promise: number, reason: JSValueHandle | undefined): void;
  /** Whether the code that runs must stop, now that the cell of this id should. */
  shouldStop(stopped: number): boolean;
}

/** Names, and pieces of output, in bytes. */
const maxNameBytes = 40_000;
const maxPieceBytes = 4 * 1024 * 1024;

/** The brands of the interpreter's classes; of all others it is `other`. */
const brandsOfClasses: Readonly<Record<string, Brand>> = {
  Object: 'plain',
  Array: 'plain',
  Promise: 'promise',
  Map: 'map',
  Set: 'set',
  Date: 'date',
  Error: 'error',
};

type Callback = (...args: readonly (JSValueHandle | undefined)[]) => JSValueHandle;

/**
 * The functions by which the helpers reach the child. They never throw: an error's stack would reveal the host to the code.
 *
 * @param cell Gives the cell that runs.
 */
export function createCallbacks(
  vm: QuickJS,
  cell: () => CellRequests | undefined,
  limits: SandboxLimits,
): Readonly<Record<keyof Bridge, Callback>> {
  /** A value's JSON text, or why it cannot leave. */
  const readValue = (handle: JSValueHandle | undefined): { json: string } | string => {
    const json = handle === undefined ? '' : readText(vm, handle, limits.maxValueBytes);
    if (json === undefined) return 'there is no memory left for it';
    if (typeof json === 'number') return `it ${tooLarge(json, limits.maxValueBytes)}`;
    const fault = findValueFault(json, limits);
    return fault === undefined ? { json } : `it ${fault}`;
  };
  const text = (handle: JSValueHandle | undefined, most: number): string => {
    const read = handle === undefined ? '' : readText(vm, handle, most);
    return typeof read === 'string' ? read : '';
  };
  let given: JSValueHandle | undefined;
  /** The interpreter takes a copy when the callback returns, and never frees this one: the next call does. */
  const give = (value: string | number | undefined): JSValueHandle => {
    given?.dispose();
    given = undefined;
    if (value === undefined) return vm.undefined;
    return (given = typeof value === 'number' ? vm.newNumber(value) : vm.newString(value));
  };
  /** The answer for each class of objects, on which its brand depends alone. */
  const brands = new Map<number, JSValueHandle>();
  const brandOf = (value: JSValueHandle): JSValueHandle => {
    const { classId } = value;
    let answer = brands.get(classId);
    if (answer === undefined) {
      const brand = value.isProxy ? 'proxy' : (brandsOfClasses[value.className ?? ''] ?? 'other');
      brands.set(classId, (answer = brand === 'plain' ? vm.undefined : vm.newString(brand)));
    }
    return answer;
  };
  return {
    call(name, args) {
      const value = readValue(args);
      if (typeof value === 'string') return give(value);
      const running = cell();
      if (running === undefined) return give('no cell is running');
      return give(running.onCall(text(name, maxNameBytes), value.json));
    },
    final(kind, name, json, open) {
      const value = readValue(json);
      if (typeof value === 'string') return give(value);
      const running = cell();
      if (running === undefined) return give('no cell is running');
      const of = text(kind, maxNameBytes) as FinalFrame['kind'];
      return give(
        running.onFinal(of, text(name, maxNameBytes), value.json, text(open, maxPieceBytes)),
      );
    },
    print(stream, output) {
      const to = text(stream, maxNameBytes) === 'stderr' ? 'stderr' : 'stdout';
      cell()?.onPrint(to, text(output, maxPieceBytes));
      return vm.undefined;
    },
    brand: (value) => (value === undefined ? vm.undefined : brandOf(value)),
    isOneText: (one, other) => (one?.identity === other?.identity ? vm.true : vm.false),
    compare: (one, other, options) => {
      const [left, right] = [text(one, maxNameBytes), text(other, maxNameBytes)];
      return give(orUndefined(() => compareTexts(left, right, text(options, maxNameBytes))));
    },
    formatNumber: (value, options) =>
      give(orUndefined(() => formatNumber(value?.toNumber() ?? 0, text(options, maxNameBytes)))),
  };
}

function orUndefined<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
