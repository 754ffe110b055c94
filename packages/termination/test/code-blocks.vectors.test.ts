import { describe, expect, it } from 'vitest';

import { extractCodeBlocks, parseCodeBlocks } from '../src/index.js';
import { readVectors, wanted } from './vectors.js';

interface Input {
  readonly text: string;
  readonly language?: string;
}

describe('extractCodeBlocks', () => {
  for (const row of readVectors<Input, string[]>('extract_code_blocks')) {
    it(`follows the vector ${row.name}`, () => {
      expect(extractCodeBlocks(row.input.text, row.input.language)).toEqual(wanted(row));
    });
  }
});

describe('parseCodeBlocks', () => {
  for (const row of readVectors<Input, string[]>('find_code_blocks')) {
    it(`follows the vector ${row.name}`, () => {
      const blocks = parseCodeBlocks(row.input.text, { tags: ['repl'] });
      expect(blocks.filter((block) => block.closed).map((block) => block.code)).toEqual(
        wanted(row),
      );
    });
  }
});
