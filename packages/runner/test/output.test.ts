import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { pyodide } from '@rlm/sandbox/pyodide';
import { createSandboxPool } from '@rlm/sandbox';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createRlm, formatSteps, runRlm, type RunRlmOptions } from '../src/index.js';
import { maxOutput } from '../src/options/limits.js';
import { cell } from './support/cell.js';
import { readCut } from './support/read-cut.js';
import { sharedPython } from './support/shared-python.js';

/** What the model is told of a turn that ran `codes`, without notes and budget. */
async function outputOf(
  codes: readonly string[],
  options: Partial<RunRlmOptions> = {},
): Promise<string> {
  const model = scriptedModel([cell(...codes), 'FINAL(1)']);
  await runRlm({ model, sandbox: quickjs(), query: 'q', wrapUp: false, ...options }).result;
  return told(model);
}

function told(model: ReturnType<typeof scriptedModel>): string {
  const text = model.calls.at(-1)?.messages.at(-1)?.content ?? '';
  const end = text.search(/\n\n(?:Note|Left): /);
  return text.slice('REPL output:\n\n'.length, end);
}

const loud = (characters: number): string => `print("x".repeat(${String(characters)} - 1))`;

describe('the output that a model is shown', () => {
  it.each([
    [29_248, '... (9,248 characters left out) ...'],
    [200_000, '... (180,000 characters left out) ...'],
    [86_123, '... (66,123 characters left out) ...'],
  ])('says how many of %d characters are missing', async (characters, note) => {
    const output = await outputOf([loud(characters)]);
    expect(output).toContain(note);
    expect(readCut(output)).toEqual({ notes: 1, shown: 20_000, leftOut: characters - 20_000 });
  });

  it('follows maxOutputChars, above and below what a session keeps by default', async () => {
    const more = await outputOf([loud(90_000)], { limits: { maxOutputChars: 50_000 } });
    expect(readCut(more)).toEqual({ notes: 1, shown: 50_000, leftOut: 40_000 });
    const less = await outputOf([loud(90_000)], { limits: { maxOutputChars: 500 } });
    expect(readCut(less)).toEqual({ notes: 1, shown: 500, leftOut: 89_500 });
  });

  it('holds for any prints, any limit, and any limit of the session', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 12 });
    const limit = fc.integer({ min: 0, max: 2_000 });
    await fc.assert(
      fc.asyncProperty(
        sizes,
        limit,
        fc.option(limit, { nil: undefined }),
        async (lines, most, kept) => {
          const output = await outputOf(
            [`for (const n of [${lines.join()}]) print("🐧".repeat(n - 1))`],
            {
              limits: { maxOutputChars: most },
              ...(kept === undefined ? {} : { sandboxLimits: { maxOutputChars: kept } }),
            },
          );
          const total = lines.reduce((sum, n) => sum + n, 0);
          const { notes, shown, leftOut } = readCut(output);
          expect(shown + leftOut).toBe(total);
          const printed = Math.min(total, kept ?? Infinity);
          // Up to 5 % more than the limit is shown whole; what is cut, is cut at the ends of lines.
          const trimmed = 2 * Math.min(300, most / 10) + 2;
          expect(shown).toBeLessThanOrEqual(Math.min(printed, maxOutput(most)));
          expect(shown).toBeGreaterThanOrEqual(Math.min(printed, most) - trimmed);
          if (total === printed && total <= maxOutput(most)) expect(shown).toBe(total);
          expect(notes).toBe(leftOut === 0 ? 0 : 1);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('counts each stream by itself, and shares the limit among blocks and streams', async () => {
    const output = await outputOf([loud(5_000), `console.error("e".repeat(30_000))`], {
      limits: { maxOutputChars: 10_000 },
    });
    const { notes, shown, leftOut } = readCut(output.replace(/\n\nREPL output:\n\n/, ''));
    expect([notes, shown, leftOut]).toEqual([1, 10_000, 25_001]);
  });

  it('is counted so in Python too, and by a pool', async () => {
    const code = 'print("🐧" * 30_000)';
    expect(readCut(await outputOf([code], { sandbox: sharedPython() }))).toMatchObject({
      leftOut: 10_001,
    });
    const pool = createSandboxPool(quickjs());
    const limits = { maxOutputChars: 700 };
    expect(readCut(await outputOf([loud(30_000)], { sandbox: pool, limits }))).toEqual({
      notes: 1,
      shown: 700,
      leftOut: 29_300,
    });
    await pool.close();
  });

  it.each([
    ['an error in QuickJS', quickjs(), 'throw new Error("x".repeat(30_000))'],
    ['an error in Pyodide', pyodide(), 'raise ValueError("x" * 30_000)'],
    ['a value in QuickJS', quickjs(), '"x".repeat(30_000)'],
    ['a value in Pyodide', pyodide(), '"x" * 30_000'],
  ])('says the true number of %s, which the REPL shortened itself', async (_, sandbox, code) => {
    const totals = new Set<number>();
    for (const maxOutputChars of [20_000, 1_000]) {
      const output = await outputOf([code], { sandbox, limits: { maxOutputChars } });
      const { notes, shown, leftOut } = readCut(output);
      expect(notes).toBe(1);
      totals.add(shown + leftOut);
    }
    const [total = 0, ...others] = totals;
    expect(others).toEqual([]);
    expect(Math.floor(total / 500) * 500).toBe(30_000);
  });

  it('is the same in children and in lasting sessions', async () => {
    const child = scriptedModel([cell(loud(29_248)), 'FINAL(1)']);
    const parent = scriptedModel([cell('await rlm_query("q")'), 'FINAL(1)']);
    await runRlm({ model: [parent, child], sandbox: quickjs(), query: 'q' }).result;
    expect(readCut(told(child))).toEqual({ notes: 1, shown: 20_000, leftOut: 9_248 });

    const model = scriptedModel([cell(loud(29_248)), 'FINAL(1)']);
    const rlm = createRlm({ model, sandbox: quickjs() });
    await rlm.run('q').result;
    await rlm.close();
    expect(readCut(told(model))).toEqual({ notes: 1, shown: 20_000, leftOut: 9_248 });
  });

  it('stays true in the history, when that is shortened once more', async () => {
    const model = scriptedModel([cell(loud(29_248)), 'FINAL(1)']);
    const { steps } = await runRlm({ model, sandbox: quickjs(), query: 'q' }).result;
    const text = formatSteps(steps, { truncate: 'head-tail' });
    expect(text).toContain('... (27,248 characters left out) ...');
    expect(readCut(text).notes).toBe(1);

    const values = scriptedModel([cell('"x".repeat(30_000)'), 'FINAL(1)']);
    const run = runRlm({ model: values, sandbox: quickjs(), query: 'q' });
    const shown = formatSteps((await run.result).steps, { truncate: 'head-tail' });
    // The quotes of both ends and the line break count, too.
    expect(readCut(shown)).toMatchObject({ notes: 1, leftOut: 30_005 - 2_000 });
  });

  it('is whole in _out, and a note says so if the last block was cut', async () => {
    const note = async (
      codes: readonly string[],
      sandbox: RunRlmOptions['sandbox'] = quickjs(),
    ): Promise<string | undefined> => {
      const model = scriptedModel([cell(...codes), 'FINAL(1)']);
      await runRlm({ model, sandbox, query: 'q', limits: { maxOutputChars: 1_000 } }).result;
      return /^Note: (.*)$/m.exec(model.calls.at(-1)?.messages.at(-1)?.content ?? '')?.[1];
    };
    const print = 'print("x".repeat(10000))';
    expect(await note([print])).toMatch(/^9,001 of 10,001 .*: print less, .* `_out`\.$/);
    const both = /print less, or read all that the last block printed in `_out`\.$/;
    expect(await note(['print(1)', print])).toMatch(both);
    const none = /print less at once\.$/;
    // What is cut is not what `_out` holds: an earlier block's, a value, a cell that reads it.
    expect(await note([print, 'print(1)'])).toMatch(none);
    expect(await note(['"x".repeat(10000)'])).toMatch(none);
    expect(await note(['print(_out + "x".repeat(10000))'])).toMatch(none);
  });

  it('is found in _out by the next block', async () => {
    const model = scriptedModel([
      cell('for (let n = 0; n < 5000; n++) print("row", n)'),
      cell('FINAL(_out.split("\\n")[4321])'),
    ]);
    const { answer } = await runRlm({ model, sandbox: quickjs(), query: 'q' }).result;
    expect(answer).toBe('row 4321');
  });
});
