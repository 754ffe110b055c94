import type { FinalSignal } from '@rlm/repl-types';

import type { FinalFrame } from '../../contract/frames.js';
import { parseJsonText, type ValueLimits } from '../values/json-text.js';

/** The signal of a guest's `final` frame; undefined if its value is not JSON within the limits. */
export function readFinal(frame: FinalFrame, limits: ValueLimits): FinalSignal | undefined {
  let value: unknown;
  try {
    value = parseJsonText(frame.json, limits);
  } catch {
    return undefined;
  }
  switch (frame.kind) {
    case 'direct':
      return Object.freeze({ type: 'direct', answer: value });
    case 'variable':
      return Object.freeze({ type: 'variable', var: frame.name ?? '', answer: value });
    case 'submit': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
      return Object.freeze({
        type: 'submit',
        fields: Object.freeze(value as Record<string, unknown>),
      });
    }
  }
}
