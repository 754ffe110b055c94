import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { runRlm, type NamedContext } from '../src/index.js';
import { cell } from './support/cell.js';
import { sharedPython } from './support/shared-python.js';

const sandboxes = { javascript: quickjs(), python: sharedPython() };
const contexts = { sales: { value: ['a', 'b'] }, notes: { value: 'some text' } };

/** Runs these blocks, each in a turn; what the model is told after each, and the codes of the notices. */
async function told(
  language: keyof typeof sandboxes,
  blocks: readonly string[],
  given: Readonly<Record<string, NamedContext>> = contexts,
): Promise<{ readonly turns: readonly string[]; readonly codes: readonly string[] }> {
  const model = scriptedModel([...blocks.map((block) => cell(block)), 'FINAL(done)']);
  const run = runRlm({
    model,
    subModel: () => 'an answer',
    sandbox: sandboxes[language],
    query: 'q',
    contexts: given,
    wrapUp: false,
  });
  const codes: string[] = [];
  for await (const event of run) if (event.type === 'notice') codes.push(event.code);
  await run.result;
  return {
    turns: model.calls.slice(1).map(({ messages }) => messages.at(-1)?.content ?? ''),
    codes,
  };
}

const data = /Note: .*\bnext one (it is|they are) the data again/;
const ours = /Note: .*\bnext one (it is|they are) what the REPL provides again/;

describe('a context that a block took', () => {
  it.each([
    ['javascript', 'overwritten', 'sales = sales.slice(1)', 'print(sales.length)'],
    ['javascript', 'declared', 'const sales = "sample"', 'print(sales.length)'],
    ['javascript', 'declared as a function', 'function sales() {}', 'print(sales.length)'],
    ['javascript', 'deleted', 'delete globalThis.sales', 'print(sales.length)'],
    ['javascript', 'a loop variable', 'for (sales of [1]) {}', 'print(sales.length)'],
    ['python', 'overwritten', 'sales = sales[1:]', 'print(len(sales))'],
    ['python', 'added to', 'sales = sales + ["c"]', 'print(len(sales))'],
    ['python', 'deleted', 'del sales', 'print(len(sales))'],
    ['python', 'a loop variable', 'for sales in [1]:\n    pass', 'print(len(sales))'],
    ['python', 'an imported module', 'import json as sales', 'print(len(sales))'],
  ] as const)(
    '%s: %s, is the data again in the next, and that is told',
    async (language, _, take, print) => {
      const { turns, codes } = await told(language, [take, print]);
      expect(turns[0]).toMatch(data);
      expect(turns[0]).toContain('`sales`');
      expect(turns[1]).toContain('2\n');
      expect(turns[1]).not.toMatch(data);
      expect(codes).toEqual(['data_restored']);
    },
  );

  it.each([
    ['javascript', 'sales = notes = null'],
    ['python', 'sales = notes = None'],
  ] as const)('%s: is told with the others', async (language, take) => {
    const { turns } = await told(language, [take]);
    expect(turns[0]).toMatch(/Note: .*`sales`, `notes` were .*\bthey are the data again/);
  });

  it.each([
    ['javascript', 'sales.sort()\nconst rows = sales\nprint(rows.length)'],
    ['python', 'sales.sort()\nrows = sales\nprint(len(rows))'],
  ] as const)('%s: is not one that was changed in place, or copied', async (language, use) => {
    const { codes } = await told(language, [use]);
    expect(codes).toEqual([]);
  });
});

describe('a function of the REPL that a block took', () => {
  it.each([
    ['javascript', 'llm_query', 'const llm_query = async () => "mock"'],
    ['javascript', 'llm_query', 'async function llm_query() { return "mock" }'],
    ['javascript', 'FINAL', 'function FINAL(x) { print(x) }'],
    ['javascript', 'FINAL_VAR', 'FINAL_VAR = null'],
    ['javascript', 'llm_query_batched', 'llm_query_batched = (l) => l'],
    ['javascript', 'SHOW_VARS', 'class SHOW_VARS {}'],
    ['javascript', 'print', 'const print = () => {}'],
    ['python', 'llm_query', 'def llm_query(p):\n    return "mock"'],
    ['python', 'FINAL', 'FINAL = print'],
    ['python', 'FINAL_VAR', 'del FINAL_VAR'],
    ['python', 'llm_query_batched', 'llm_query_batched = lambda l: l'],
    ['python', 'SHOW_VARS', 'class SHOW_VARS:\n    pass'],
  ] as const)('%s: %s is told, and itself again', async (language, name, take) => {
    const ask = { javascript: 'print(await llm_query("q"))', python: 'print(llm_query("q"))' };
    const { turns, codes } = await told(language, [take, ask[language]]);
    expect(turns[0]).toMatch(ours);
    expect(turns[0]).toContain(`\`${name}\``);
    expect(turns[1]).toContain('an answer');
    expect(codes).toEqual(['function_restored']);
  });

  it.each([
    ['javascript', 'grep', 'function grep() { return 1 }', 'print(grep())'],
    ['javascript', 'lines', 'const lines = notes.split(" ")', 'print(1, lines.length)'],
    ['python', 'chunk', 'def chunk():\n    return 1', 'print(chunk())'],
    ['python', 'print', 'def print(*a):\n    return 1', 'FINAL(print())'],
  ] as const)('%s: %s is told once, and stays', async (language, name, take, use) => {
    const { turns, codes } = await told(language, [take, use]);
    expect(turns[0]).toMatch(new RegExp(`Note: \`${name}\`: yours from now on`));
    expect(turns[1] ?? '1').toContain('1');
    expect(codes).toEqual(['function_replaced']);
  });
});
