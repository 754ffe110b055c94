import type { JsonValue } from '@rlm/repl-types';

import { allLocalsBytes, localValueBytes, type GuestVariable } from '../../contract/frames.js';
import { utf8Length } from './json-text.js';

/** A variable as an engine that runs on the host describes it, with its value if that is plain data. */
export interface HeldVariable {
  readonly variable: GuestVariable;
  readonly value: JsonValue | undefined;
}

/** The variables with the values that a cell's end may carry: short ones, and as many as fit. */
export function giveValues(held: readonly HeldVariable[]): readonly GuestVariable[] {
  let left = allLocalsBytes;
  return held.map(({ variable, value }) => {
    const json = value === undefined ? undefined : JSON.stringify(value);
    const bytes = json === undefined ? Infinity : utf8Length(json);
    if (json === undefined || bytes > Math.min(left, localValueBytes)) return variable;
    left -= bytes;
    return { json, ...variable };
  });
}
