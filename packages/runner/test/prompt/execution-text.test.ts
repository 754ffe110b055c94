import { REPLResult } from '@rlm/repl-types';
import { countCodePoints, createOutputBuffer } from '@rlm/repl-types/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { maxOutput } from '../../src/options/limits.js';
import { renderExecutions, type ExecutionText } from '../../src/prompt/execution-text.js';
import { readCut } from '../support/read-cut.js';
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

const textOf = ([shown]: readonly ExecutionText[]): string => shown?.text ?? '';

describe('renderExecutions', () => {
  it.each(vectors)('words the vector $name as the reference does', ({ input, expected }) => {
    const shown = input.blocks.map(({ stdout, stderr, locals }) => {
      const names = Object.keys(locals).filter((name) => !name.startsWith('_'));
      const result = new REPLResult({ stdout, stderr });
      // The reference names its variables without their types.
      const line = `REPL variables: [${names.map((name) => `'${name}'`).join(', ')}]`;
      const lines = names.length === 0 ? [] : [line];
      return textOf(renderExecutions([result], lines, input.max_character_length ?? 20_000));
    });
    expect(shown).toEqual(expected.slice(1).map(({ content }) => content));
  });

  it('adds the error, with its traceback, once', () => {
    const error = { type: 'ValueError', message: 'no', traceback: '  line 1\nValueError: no' };
    const text = textOf(renderExecutions([new REPLResult({ stdout: 'a\n', error })], [], 1_000));
    expect(text).toBe('REPL output:\n\na\n\n\n\n  line 1\nValueError: no');
    const told = renderExecutions([new REPLResult({ stderr: 'ValueError: no', error })], [], 1_000);
    expect(textOf(told).match(/ValueError/g)).toHaveLength(1);
  });

  it('shows the value of the last expression after what was printed', () => {
    const line = 'REPL variables: x: int';
    const result = new REPLResult({ stdout: 'a\n', value: '42' });
    const shown = renderExecutions([result], [line], 1_000);
    expect(textOf(shown)).toBe('REPL output:\n\na\n\n\n\nValue: 42\n\nREPL variables: x: int\n');
    const [alone] = renderExecutions([new REPLResult({ value: "'text'" })], [], 1_000);
    expect(alone).toEqual({
      text: "REPL output:\n\nValue: 'text'",
      data: "\n\n'text'",
      printed: 6,
      leftOut: 0,
      printedLeftOut: 0,
    });
  });

  it('cuts a value that is longer than the output may be', () => {
    const [shown] = renderExecutions([new REPLResult({ value: 'x'.repeat(300) })], [], 100);
    expect(shown).toMatchObject({ printed: 300, leftOut: 207 });
    expect(shown?.text).toContain('characters left out');
  });

  it('keeps head and tail of long output, and says how much is missing', () => {
    const stdout = `${'a'.repeat(5_000)}${'b'.repeat(5_000)}`;
    const [shown] = renderExecutions([new REPLResult({ stdout })], [], 1_000);
    expect(shown).toMatchObject({ printed: 10_000, leftOut: 9_000 });
    expect(shown?.text).toContain(
      `${'a'.repeat(500)}\n... (9,000 characters left out) ...\n${'b'.repeat(500)}`,
    );
    expect(shown?.text.length).toBeLessThan(1_200);
  });

  it('cuts nothing for the sake of the last 5 %', () => {
    const whole = renderExecutions([new REPLResult({ stdout: 'x'.repeat(1_050) })], [], 1_000);
    expect(whole[0]).toMatchObject({ leftOut: 0, text: `REPL output:\n\n${'x'.repeat(1_050)}` });
    const cut = renderExecutions([new REPLResult({ stdout: 'x'.repeat(1_051) })], [], 1_000);
    expect(cut[0]).toMatchObject({ printed: 1_051, leftOut: 51 });
  });

  it('cuts at the ends of lines', () => {
    const lines = Array.from({ length: 1_000 }, (_, n) => `line ${n} of the log`);
    const [shown] = renderExecutions([new REPLResult({ stdout: lines.join('\n') })], [], 1_000);
    const [head = '', tail = ''] = (shown?.text ?? '').split(
      /\n\.{3} \([\d,]+ characters left out\) \.{3}\n/,
    );
    const first = head.replace('REPL output:\n\n', '').split('\n');
    const last = tail.split('\n');
    expect(first).toEqual(lines.slice(0, first.length));
    expect(last).toEqual(lines.slice(-last.length));
    expect(shown?.printed).toBe(lines.join('\n').length);
    expect(first.length).toBeGreaterThan(20);
    expect(last.length).toBeGreaterThan(20);
  });

  it('leaves to one block what the others do not need', () => {
    const results = [
      new REPLResult({ stdout: 'short\n' }),
      new REPLResult({ stdout: 'x'.repeat(2_000) }),
      new REPLResult({ stderr: 'warning' }),
    ];
    const [first, second, third] = renderExecutions(results, [], 1_000);
    expect([first?.leftOut, second?.leftOut, third?.leftOut]).toEqual([0, 2_000 - 987, 0]);
    expect(second?.text).toContain(
      `... (${(2_000 - 987).toLocaleString('en')} characters left out) ...`,
    );
  });

  it('says the true number of what was printed, whatever was left out before', () => {
    const printed = fc.array(fc.string({ unit: 'grapheme', maxLength: 80 }), { maxLength: 30 });
    fc.assert(
      fc.property(printed, fc.nat({ max: 60 }), fc.nat({ max: 60 }), (pieces, kept, limit) => {
        const buffer = createOutputBuffer(kept);
        for (const piece of pieces) buffer.add(piece);
        const { text: stdout, gaps } = buffer.toCutText();
        const [shown] = renderExecutions(
          [new REPLResult({ stdout, gaps: { stdout: gaps } })],
          [],
          limit,
        );
        const output = (shown?.text ?? '').slice('REPL output:\n\n'.length);
        const { notes, shown: characters, leftOut } = readCut(output);
        const total = countCodePoints(pieces.join(''));
        if (total === 0) return;
        expect(notes).toBe(total > kept || total > maxOutput(limit) ? 1 : 0);
        expect(characters + leftOut).toBe(total);
      }),
    );
  });
});
