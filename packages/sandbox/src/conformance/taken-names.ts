import type { ReplLanguage } from '@rlm/repl-types';
import type { CellDiagnosticCode } from '@rlm/repl-types/internal';

import type { LifecycleCase } from './lifecycle-case.js';

/** A cell that takes a name of the host, and what is told of it. */
interface Taking extends Readonly<Record<ReplLanguage, string>> {
  readonly told: readonly CellDiagnosticCode[];
}

const takes = (python: string, javascript = python): Taking => ({
  python,
  javascript,
  told: ['data_restored'],
});
const takesFunction = (python: string, javascript: string): Taking => ({
  python,
  javascript,
  told: ['function_restored'],
});

/** Cells that take `context`, which is the data again in the next. */
const ofData: readonly Taking[] = [
  // First: what is declared cannot be deleted any more.
  takes('del context', 'delete globalThis.context'),
  takes('context = [x for x in context if x == "a"]', 'context = context.filter((x) => x === "a")'),
  takes('context: str = "sample"', 'const context = "sample"'),
  takes('context, rest = "ab"', 'const [context, rest] = "ab"'),
  takes('def context():\n    return 1', 'function context() { return 1 }'),
  takes(
    'def load():\n    global context\n    context = 1\nload()',
    'function load() { context = 1 }\nload()',
  ),
  // Told each time, and also if the cell fails, or ends the run.
  takes('context = "x"'),
  takes('context = "x"'),
  takes('context = 1\nraise ValueError("x")', 'context = 1\nthrow new Error("x")'),
  takes('context = "sample"\nFINAL(context)'),
  {
    python: 'copy = context\ndef count(context):\n    return len(context)\ncount([1])',
    javascript: 'const copy = context\nconst count = (context) => context.length\ncount([1])',
    told: [],
  },
];

/** Cells that take functions, which are the host's again in the next. */
const ofFunctions: readonly Taking[] = [
  takesFunction(
    'def llm_query(prompt):\n    return "mock"\nprint(llm_query("q"))',
    'const llm_query = async (prompt) => "mock"\nprint(await llm_query("q"))',
  ),
  takesFunction('FINAL = print', 'FINAL = print'),
  takesFunction('del add', 'delete globalThis.add'),
];

const showContext = { python: 'print(len(context))', javascript: 'print(context.length)' };
const useFunctions = {
  python: 'print(llm_query("q"), add(1, 1))\nFINAL(1)',
  javascript: 'print(await llm_query("q"), await add(1, 1))\nFINAL(1)',
};
const replaceHelper = {
  python: 'lines = ["a"]\nchunk = 5\nseen = SHOW_VARS()',
  javascript: 'const lines = ["a"]\nconst chunk = 5\nconst seen = SHOW_VARS()',
};
const useHelper = { python: 'print(lines[0], chunk)', javascript: 'print(lines[0], chunk)' };

/** Names of the host that a cell takes: data and functions are themselves again, and that is told. */
export const takenNameCases: readonly LifecycleCase[] = [
  {
    name: 'a context that a cell takes is told, and is the data again in the next cell',
    async check({ session, expect, code }) {
      await session.set('context', ['a', 'b', 'c']);
      for (const taking of ofData) {
        const { diagnostics } = await session.execute(code(taking));
        expect([code(taking), diagnostics.map((found) => found.code)]).toEqual([
          code(taking),
          taking.told,
        ]);
        const next = await session.execute(code(showContext));
        expect([next.stdout, next.diagnostics]).toEqual(['3\n', []]);
      }
    },
  },
  {
    name: 'a text that only resembles the context is none',
    async check({ session, expect, code }) {
      await session.set('context', `${'a'.repeat(20_000)}b${'a'.repeat(20_000)}`);
      const replace = 'context = context.replace("b", "c")';
      const { diagnostics } = await session.execute(code({ python: replace, javascript: replace }));
      expect(diagnostics.map((found) => found.code)).toEqual(['data_restored']);
    },
  },
  {
    name: 'a function that a cell takes is told, and is the host’s again in the next cell',
    async check({ session, expect, code }) {
      for (const taking of ofFunctions) {
        const { diagnostics } = await session.execute(code(taking));
        expect([code(taking), diagnostics.map((found) => found.code)]).toEqual([
          code(taking),
          taking.told,
        ]);
        const next = await session.execute(code(useFunctions));
        expect([next.stdout, next.outcome, next.diagnostics]).toEqual(['re:q 2\n', 'final', []]);
      }
    },
  },
  {
    name: 'a helper that a cell takes is told once, and stays, if no variable of the host had its name',
    needs: 'helpers',
    async check({ session, expect, code }) {
      await session.set('chunk', 'the host’s');
      const { diagnostics } = await session.execute(code(replaceHelper));
      expect(diagnostics.map((found) => found.code)).toEqual(['function_replaced']);
      const next = await session.execute(code(useHelper));
      expect([next.stdout, next.diagnostics]).toEqual(['a 5\n', []]);
    },
  },
  {
    name: 'a variable that the host set as an ordinary one is the cell’s to change',
    in: 'cleared',
    async check({ session, expect, code }) {
      await session.set('data', 1);
      const { diagnostics } = await session.execute(code(takes('data = 2')));
      expect(diagnostics).toEqual([]);
      expect(await session.get('data')).toBe(2);
    },
  },
];
