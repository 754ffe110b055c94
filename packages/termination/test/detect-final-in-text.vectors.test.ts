import { describe, expect, it } from 'vitest';

import { detectFinalInText } from '../src/index.js';
import { readVectors, wanted } from './vectors.js';

interface Row {
  readonly detected: boolean;
  readonly final_type: string | null;
  readonly content: string | null;
  readonly raw_match: string | null;
  readonly submit_fields?: Record<string, unknown>;
}

describe('detectFinalInText', () => {
  for (const row of readVectors<{ text: string }, Row>('detect_final_in_text')) {
    it(`follows the vector ${row.name}`, () => {
      const { detected, finalType, content, rawMatch, submitFields } = detectFinalInText(
        row.input.text,
      );
      const { raw_match, submit_fields, ...rest } = wanted(row);
      expect({ detected, final_type: finalType, content }).toEqual(rest);
      expect(rawMatch?.trim() ?? null).toBe(raw_match?.trim() ?? null);
      if (submit_fields !== undefined) expect(submitFields).toEqual(submit_fields);
    });
  }
});
