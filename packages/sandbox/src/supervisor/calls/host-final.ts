import type { FinalSignal } from '@rlm/repl-types';
import { finalSignalOf } from '@rlm/repl-types/internal';

import { toJsonText } from '../values/host-value.js';
import type { ValueLimits } from '../values/json-text.js';

/**
 * Returns the final of a host function that threw a `FINAL`, `FINAL_VAR` or `SUBMIT` of `@rlm/termination`, as plain
 * data; undefined for any other error. For a variable it holds only the name.
 *
 * @throws SandboxError `value_rejected` for an answer that is not JSON data within the limits
 */
export function readHostFinal(thrown: unknown, limits: ValueLimits): FinalSignal | undefined {
  const signal = finalSignalOf(thrown);
  switch (signal?.type) {
    case undefined:
      return undefined;
    case 'direct':
      return Object.freeze({ type: 'direct', answer: copy(signal.answer, limits) });
    case 'variable':
      return Object.freeze({ type: 'variable', var: signal.var });
    case 'submit': {
      const fields = copy(signal.fields, limits) as Readonly<Record<string, unknown>>;
      return Object.freeze({ type: 'submit', fields: Object.freeze(fields) });
    }
  }
}

function copy(value: unknown, limits: ValueLimits): unknown {
  return JSON.parse(toJsonText(value, limits, 'the answer'));
}
