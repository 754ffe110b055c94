import type { ReplLanguage } from '@rlm/repl-types';
import type { CellDiagnosticCode, ExecutionOutcome } from '@rlm/repl-types/internal';

import type { SandboxSession } from '../../contract/session.js';
import type { LifecycleStage, LifecycleTable } from './stage.js';

/** A cell that takes a name of the host, and what is told of it. */
interface Taking extends Readonly<Record<ReplLanguage, string>> {
  readonly told: readonly CellDiagnosticCode[];
}

const taking =
  (told: CellDiagnosticCode) =>
  (python: string, javascript = python): Taking => ({ python, javascript, told: [told] });
const takes = taking('data_restored');
const takesFunction = taking('function_restored');

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
  takesFunction('FINAL = print'),
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

/** Runs cells that take a name of the host, and compares what is told; the next cell uses it, and has nothing to tell. */
async function take(
  { expect, code }: LifecycleStage,
  session: SandboxSession,
  takings: readonly Taking[],
  [use, stdout, outcome]: readonly [use: string, stdout: string, outcome: ExecutionOutcome],
): Promise<void> {
  for (const taking of takings) {
    const { diagnostics } = await session.execute(code(taking));
    expect([code(taking), diagnostics.map((found) => found.code)]).toEqual([
      code(taking),
      taking.told,
    ]);
    const next = await session.execute(use);
    expect([next.stdout, next.outcome, next.diagnostics]).toEqual([stdout, outcome, []]);
  }
}

/** Names of the host that a cell takes: data and functions are themselves again, and that is told. */
export const takenNameCases: LifecycleTable = {
  async 'a context that a cell takes is told, and is the data again in the next cell'(stage) {
    const session = await stage.open();
    await session.set('context', ['a', 'b', 'c']);
    await take(stage, session, ofData, [stage.code(showContext), '3\n', 'ok']);
  },

  async 'a text that only resembles the context is none'({ open, expect }) {
    const session = await open();
    await session.set('context', `${'a'.repeat(20_000)}b${'a'.repeat(20_000)}`);
    const { diagnostics } = await session.execute('context = context.replace("b", "c")');
    expect(diagnostics.map((found) => found.code)).toEqual(['data_restored']);
  },

  async 'a function that a cell takes is told, and is the host’s again in the next cell'(stage) {
    const session = await stage.open();
    await take(stage, session, ofFunctions, [stage.code(useFunctions), 're:q 2\n', 'final']);
  },

  async 'a variable that the host set is the cell’s to change, unless it is one that cells cannot lose'({
    open,
    expect,
  }) {
    const session = await open();
    await session.set('data', 1);
    expect((await session.execute('data = 2')).diagnostics).toEqual([]);
    expect(await session.get('data')).toBe(2);
    await session.set('data', 'old', { isReserved: true });
    await session.set('data', 'the data', { isReserved: true });
    await session.execute('data = "mine"');
    expect((await session.execute('print(data)')).stdout).toBe('the data\n');
    await session.set('data', 'ordinary');
    await session.set('context', 'ordinary', { isReserved: false });
    expect((await session.execute('context = data = "mine"')).diagnostics).toEqual([]);
    expect((await session.execute('print(data, context)')).stdout).toBe('mine mine\n');
  },
};

/** Names of helpers: cells and the host may have them for their own. */
export const helperNameCases: LifecycleTable = {
  async 'a helper that a cell takes is told once, and stays, if no variable of the host had its name'({
    open,
    expect,
    code,
  }) {
    const session = await open();
    await session.set('chunk', 'the host’s');
    const { diagnostics } = await session.execute(code(replaceHelper));
    expect(diagnostics.map((found) => found.code)).toEqual(['function_replaced']);
    const next = await session.execute('print(lines[0], chunk)');
    expect([next.stdout, next.diagnostics]).toEqual(['a 5\n', []]);
  },

  async 'a function of the host may have the name of a helper, and comes before it'({
    open,
    expect,
    code,
  }) {
    const session = await open({ functions: { lines: () => 'of the host' } });
    const cell = { python: 'print(lines("a"))', javascript: 'print(await lines("a"))' };
    expect((await session.execute(code(cell))).stdout).toBe('of the host\n');
  },
};
