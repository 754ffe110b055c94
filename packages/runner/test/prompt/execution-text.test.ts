import { REPLResult } from '@rlm/repl-types';
import { describe, expect, it } from 'vitest';

import { renderExecution } from '../../src/prompt/execution-text.js';
import { readVectors } from '../support/vectors.js';

interface FormatInput {
  readonly response: string;
  readonly blocks: readonly {
    readonly stdout: string;
    readonly stderr: string;
    readonly locals: Readonly<Record<string, unknown>>;
  }[];
  readonly max_character_length: number | null;
}

const vectors = readVectors<FormatInput, { role: string; content: string }[]>(
  'reference_format_iteration',
);

describe('renderExecution', () => {
  it.each(vectors)('words the vector $name as the reference does', ({ input, expected }) => {
    const shown = input.blocks.map(({ stdout, stderr, locals }) => {
      const names = Object.keys(locals).filter((name) => !name.startsWith('_'));
      const result = new REPLResult({ stdout, stderr });
      return renderExecution(result, names, input.max_character_length ?? 20_000).text;
    });
    expect(shown).toEqual(expected.slice(1).map(({ content }) => content));
  });

  it('adds the error, with its traceback, once', () => {
    const error = { type: 'ValueError', message: 'no', traceback: '  line 1\nValueError: no' };
    const { text } = renderExecution({ stdout: 'a\n', stderr: '', error }, [], 1_000);
    expect(text).toBe('REPL output:\n\na\n\n\n\n  line 1\nValueError: no');
    const told = renderExecution({ stdout: '', stderr: 'ValueError: no', error }, [], 1_000);
    expect(told.text.match(/ValueError/g)).toHaveLength(1);
  });

  it('keeps head and tail of long output, and says how much is missing', () => {
    const stdout = `${'a'.repeat(5_000)}${'b'.repeat(5_000)}`;
    const { text, truncated } = renderExecution(
      { stdout, stderr: '', error: undefined },
      [],
      1_000,
    );
    expect(truncated).toBe(true);
    expect(text).toContain(
      `${'a'.repeat(500)}\n... (9000 characters left out) ...\n${'b'.repeat(500)}`,
    );
    expect(text.length).toBeLessThan(1_200);
  });
});
