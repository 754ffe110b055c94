import { describe, expect, it } from 'vitest';

import { detectFinalInCode } from '../src/index.js';
import { readVectors } from './vectors.js';

interface Row {
  readonly detected: boolean;
  readonly final_type: string | null;
  readonly content: string | null;
  readonly raw_match?: string | null;
}

describe('detectFinalInCode', () => {
  for (const row of readVectors<{ code: string }, Row>('detect_final_in_code')) {
    it(`follows the vector ${row.name}`, () => {
      const found = detectFinalInCode(row.input.code);
      expect({
        detected: found.detected,
        final_type: found.finalType,
        content: found.content,
        raw_match: found.rawMatch,
      }).toMatchObject(row.better ?? row.expected);
    });
  }
});
