import type { JSValueHandle, QuickJS } from 'quickjs-wasi';

import type { SandboxLimits } from '../../contract/limits.js';
import type { Brand } from '../../javascript/guest/bridge.js';
import { findValueFault, tooLarge } from '../../session/json-text.js';
import { readText } from './guest-text.js';

/** The requests of the guest's own code to the child. */
export interface MachineEvents {
  /** A host call. Returns its number, why it cannot be made, or undefined while too much waits for the host. */
  onCall(name: string, args: string): number | string | undefined;
  /** An answer. Returns why it cannot be one, if it cannot. */
  onFinal(kind: string, name: string, json: string, open: string): string | undefined;
  onPrint(stream: 'stdout' | 'stderr', text: string): void;
  onRejection(promise: number, reason: JSValueHandle, isHandled: boolean): void;
  shouldStop(): boolean;
}

/** Names, and pieces of output, in bytes. */
const maxNameChars = 40_000;
const maxPieceChars = 4 * 1024 * 1024;

type Callback = (...args: JSValueHandle[]) => JSValueHandle;

function brandOf(value: JSValueHandle, plain: readonly number[]): Brand {
  if (plain.includes(value.classId)) return 'plain';
  if (value.isProxy) return 'proxy';
  if (value.isPromise) return 'promise';
  if (value.isMap) return 'map';
  if (value.isSet) return 'set';
  if (value.isDate) return 'date';
  return value.isError ? 'error' : 'other';
}

/** The functions of the bridge. They never throw: an error's stack would reveal the host to the guest. */
export function createCallbacks(
  vm: () => QuickJS,
  events: MachineEvents,
  limits: SandboxLimits,
): readonly (readonly [string, Callback])[] {
  /** A value's JSON text, or why it cannot leave. */
  const readValue = (handle: JSValueHandle | undefined): { json: string } | string => {
    const json = handle === undefined ? '' : readText(vm(), handle, limits.maxValueBytes);
    if (json === undefined) return 'there is no memory left for it';
    if (typeof json === 'number') return `it ${tooLarge(json, limits.maxValueBytes)}`;
    const fault = findValueFault(json, limits);
    return fault === undefined ? { json } : `it ${fault}`;
  };
  let given: JSValueHandle | undefined;
  /** The interpreter takes a copy when the callback returns, and never frees this one: the next call does. */
  const give = (value: string | number | undefined): JSValueHandle => {
    given?.dispose();
    given = undefined;
    if (value === undefined) return vm().undefined;
    return (given = typeof value === 'number' ? vm().newNumber(value) : vm().newString(value));
  };
  const classOf = (value: JSValueHandle): number => {
    const { classId } = value;
    value.dispose();
    return classId;
  };
  /** The answer for each class of objects, which its brand depends on alone. */
  const brands = new Map<number, JSValueHandle>();
  let plain: readonly number[] | undefined;
  const giveBrand = (value: JSValueHandle): JSValueHandle => {
    const { classId } = value;
    const known = brands.get(classId);
    if (known !== undefined) return known;
    plain ??= [classOf(vm().newObject()), classOf(vm().newArray())];
    const brand = brandOf(value, plain);
    const answer = brand === 'plain' ? vm().undefined : vm().newString(brand);
    brands.set(classId, answer);
    return answer;
  };
  const text = (handle: JSValueHandle | undefined, most: number): string => {
    const read = handle === undefined ? '' : readText(vm(), handle, most);
    return typeof read === 'string' ? read : '';
  };
  return [
    [
      'call',
      (name, args) => {
        const value = readValue(args);
        if (typeof value === 'string') return give(value);
        return give(events.onCall(text(name, maxNameChars), value.json));
      },
    ],
    [
      'final',
      (kind, name, json, open) => {
        const value = readValue(json);
        if (typeof value === 'string') return give(value);
        const of = [text(kind, maxNameChars), text(name, maxNameChars)] as const;
        return give(events.onFinal(...of, value.json, text(open, maxPieceChars)));
      },
    ],
    [
      'print',
      (stream, output) => {
        const to = text(stream, maxNameChars) === 'stderr' ? 'stderr' : 'stdout';
        events.onPrint(to, text(output, maxPieceChars));
        return vm().undefined;
      },
    ],
    ['brand', (...[value]) => (value === undefined ? vm().undefined : giveBrand(value))],
  ];
}
