import { describe, expect, it } from 'vitest';

import {
  FinalVarNotFoundError,
  findFinalAnswer,
  formatFinalAnswer,
  resolveFinalVar,
} from '../src/index.js';
import { readVectors, wanted } from './vectors.js';

const pythonText = "its text is Python's own str(), which only a Python sandbox can give";
const pythonValue = 'its input is a Python value that JSON cannot express';

describe('formatFinalAnswer', () => {
  const skipped: Readonly<Record<string, string>> = {
    'dict-answer-true': pythonText,
    'dict-mixed-keys': pythonValue,
    'dict-tuple-key': pythonValue,
    'dict-with-date': pythonValue,
    'dict-with-nan': pythonValue,
    'list-mixed': pythonText,
    'float-big': pythonValue,
    'float-small': pythonText,
    tuple: pythonValue,
    bytes: pythonValue,
    decimal: pythonValue,
    date: pythonValue,
    'ordered-dict': pythonValue,
  };
  for (const row of readVectors<{ answer?: unknown }, string>('format_final_answer')) {
    const reason = skipped[row.name];
    if (reason !== undefined) {
      it.skip(`${row.name} (skipped: ${reason})`);
      continue;
    }
    it(`follows the vector ${row.name}`, () => {
      expect(formatFinalAnswer(row.input.answer)).toBe(wanted(row));
    });
  }
});

describe('resolveFinalVar', () => {
  interface Input {
    readonly variable_name: string;
    readonly namespace: Record<string, unknown>;
  }
  interface Output {
    readonly value?: unknown;
    readonly error?: string;
    readonly message?: string;
    readonly available?: readonly string[];
    readonly available_count?: number;
  }
  for (const row of readVectors<Input, Output>('resolve_final_var')) {
    const expected = wanted(row);
    const { variable_name, namespace } = row.input;
    it(`follows the vector ${row.name}`, () => {
      if (expected.error === undefined) {
        expect(resolveFinalVar(variable_name, namespace)).toEqual(expected.value);
        return;
      }
      const error = errorOf(() => resolveFinalVar(variable_name, namespace));
      // Python's KeyError is our code; the name is the one that was asked for.
      expect([error.code, expected.error]).toEqual(['final_var_not_found', 'KeyError']);
      expect(error.details?.name).toBe(variable_name);
      expect(error.available).not.toContain(variable_name);
      if (expected.message !== undefined) expect(error.message).toBe(expected.message);
      if (expected.available !== undefined) expect(error.available).toEqual(expected.available);
      if (expected.available_count !== undefined) {
        expect(error.availableCount).toBe(expected.available_count);
        expect(error.available.length).toBeLessThanOrEqual(20);
      }
    });
  }
});

function errorOf(action: () => unknown): FinalVarNotFoundError {
  try {
    action();
  } catch (error) {
    if (error instanceof FinalVarNotFoundError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown');
}

describe('findFinalAnswer', () => {
  interface Input {
    readonly text: string;
    readonly environment: {
      readonly variables: Record<string, unknown>;
      readonly pending_final: string | null;
    } | null;
  }
  for (const row of readVectors<Input, string | null>('rlm_kit_find_final_answer')) {
    it(`follows the vector ${row.name}`, async () => {
      const given = row.input.environment;
      const environment = given && {
        getVariable: (name: string) =>
          Promise.resolve(
            Object.hasOwn(given.variables, name)
              ? { found: true, value: given.variables[name] }
              : { found: false },
          ),
        pendingFinal: given.pending_final,
      };
      expect(await findFinalAnswer(row.input.text, { environment })).toBe(wanted(row));
    });
  }
});
