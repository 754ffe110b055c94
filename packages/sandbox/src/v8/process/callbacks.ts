import { types } from 'node:util';

import type { SandboxLimits } from '../../contract/limits.js';
import type { Brand } from '../../javascript/guest/bridge.js';
import { utf8Length } from '../../supervisor/values/json-text.js';
import { findValueFault, tooLarge } from '../../supervisor/values/measure-json.js';

/** What the guest's own code requests of the process. */
export interface GuestEvents {
  /** A host call. Returns its number, why it cannot be made, or undefined while too much waits for the host. */
  onCall(name: string, args: string): number | string | undefined;
  /** An answer. Returns why it cannot be one, if it cannot. */
  onFinal(kind: string, name: string, json: string, open: string): string | undefined;
  onPrint(stream: 'stdout' | 'stderr', text: string): void;
}

/** The functions of the bridge. */
export interface Callbacks {
  readonly call: (name: unknown, args: unknown) => number | string | undefined;
  readonly final: (
    kind: unknown,
    name: unknown,
    json: unknown,
    open: unknown,
  ) => string | undefined;
  readonly print: (stream: unknown, text: unknown) => void;
  readonly brand: (value: unknown) => Brand | undefined;
}

/** Makes the functions of the bridge, which take and give texts and numbers only. */
export function createCallbacks(events: GuestEvents, limits: SandboxLimits): Callbacks {
  const faultOf = (json: string): string | undefined => {
    const bytes = json.length * 3 <= limits.maxValueBytes ? 0 : utf8Length(json);
    const fault =
      bytes > limits.maxValueBytes
        ? tooLarge(bytes, limits.maxValueBytes)
        : findValueFault(json, limits);
    return fault === undefined ? undefined : `it ${fault}`;
  };
  return {
    call(name, args) {
      const json = String(args);
      return faultOf(json) ?? events.onCall(String(name), json);
    },
    final(kind, name, value, open) {
      const json = String(value);
      return faultOf(json) ?? events.onFinal(String(kind), String(name), json, String(open));
    },
    print(stream, text) {
      events.onPrint(stream === 'stderr' ? 'stderr' : 'stdout', String(text));
    },
    brand: brandOf,
  };
}

/** The kind of an object by V8's own mark: runs no code of the guest. */
function brandOf(value: unknown): Brand | undefined {
  if (types.isProxy(value)) return 'proxy';
  if (types.isPromise(value)) return 'promise';
  if (types.isMap(value)) return 'map';
  if (types.isSet(value)) return 'set';
  if (types.isDate(value)) return 'date';
  if (types.isNativeError(value)) return 'error';
  const isOther =
    types.isBoxedPrimitive(value) ||
    types.isRegExp(value) ||
    types.isAnyArrayBuffer(value) ||
    ArrayBuffer.isView(value);
  return isOther ? 'other' : undefined;
}
