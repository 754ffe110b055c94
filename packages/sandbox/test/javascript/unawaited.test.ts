import { describe, expect, it } from 'vitest';

import { quickjs } from '../../src/quickjs/index.js';
import { sessionsOfFile } from '../support/open-sessions.js';

const openOn = sessionsOfFile();

const refused: readonly (readonly [code: string, named: string])[] = [
  [
    'const asks = [llm_query("a")]\nFINAL(1)\nawait Promise.all(asks)',
    'a call of this block was not awaited: llm_query (line 1)',
  ],
  [
    'const asks = ["a", "b"].map((x) => llm_query(x))\nFINAL(asks.length)',
    '2 calls of this block were not awaited: llm_query 2 times (line 1)',
  ],
  [
    'const found = ["a", "b"].map(async (x) => await llm_query(x))\nFINAL(found.filter((x) => x !== "no").length)',
    'llm_query 2 times',
  ],
  ['const p = llm_query("a").then((x) => x)\nSUBMIT({ answer: 1 })', 'llm_query (line 1)'],
  [
    'var total = 0\nfor (const x of ["a", "b"]) llm_query(x).then(() => total++)\nFINAL_VAR("total")',
    'llm_query 2 times',
  ],
  [
    'async function main() {\n  const asks = ["a", "b"].map(async (x) => await llm_query(x))\n  FINAL(asks.length)\n}\nawait main()',
    'line 2',
  ],
  [
    'async function ask(x) { return await llm_query(x) }\nasync function main() {\n  const asks = ["a"].map((x) => ask(x))\n  FINAL(asks.length)\n}\nawait main()',
    'line 1',
  ],
  [
    'await (async () => {\n  const asks = [llm_query("a")]\n  FINAL(1)\n  await Promise.all(asks)\n})()',
    'line 2',
  ],
  [
    'await llm_query("a")\nconst done = (x) => FINAL(x)\nconst asks = [llm_query("b")]\ndone(1)\nawait Promise.all(asks)',
    'line 3',
  ],
];

const accepted: readonly (readonly [code: string, answer: unknown])[] = [
  ['await Promise.all([llm_query("a"), (async () => FINAL("early"))()])', 'early'],
  ['await Promise.all([(async () => FINAL("early"))(), llm_query("a")])', 'early'],
  ['await Promise.all([(async () => FINAL(await llm_query("a")))(), llm_query("b")])', 're:a'],
  [
    'await Promise.all(["a", "b"].map(async (x) => { const r = await llm_query(x); if (r === "re:a") FINAL(r) }))',
    're:a',
  ],
  [
    'await Promise.all(["a", "b"].map(async (x) => { const [r] = await Promise.all([x, x].map(async (y) => await llm_query(y))); if (r === "re:a") FINAL(r) }))',
    're:a',
  ],
  [
    'const done = (x) => FINAL(x)\nawait Promise.all(["a", "b"].map(async (x) => { const r = await llm_query(x); if (r === "re:a") done(r) }))',
    're:a',
  ],
  [
    'await Promise.all(["a", "b"].map((x) => llm_query(x).then((r) => { if (r === "re:a") FINAL(r) })))',
    're:a',
  ],
  ['FINAL(await Promise.race(["a", "b"].map((x) => llm_query(x))))', 're:a'],
  [
    'let got\ntry { got = await Promise.all([fail(), llm_query("b")]) } catch { got = "none" }\nFINAL(got)',
    'none',
  ],
  [
    'const asks = ["a", "b"].map(async (x) => await llm_query(x))\nFINAL((await Promise.all(asks)).length)',
    2,
  ],
  ['FINAL(await llm_query("a"))', 're:a'],
  ['const p = llm_query("a")\nFINAL(await p)', 're:a'],
];

const backend = quickjs();
const ask = (x: unknown): string => `re:${String(x)}`;
const fail = (): never => {
  throw new Error('no');
};
const functions = { llm_query: ask, fail };

describe('a final while calls are open', () => {
  it.each(refused)('is refused: %s', async (code, named) => {
    const session = await openOn(backend, { functions });
    const { finalOutput, error } = await session.execute(code);
    expect([finalOutput, error?.message]).toEqual([null, expect.stringContaining(named)]);
    expect(error?.message).toContain('await Promise.all(list)');
  });

  it.each(accepted)('ends the run: %s', async (code, answer) => {
    const session = await openOn(backend, { functions });
    const { finalOutput, error } = await session.execute(code);
    expect([finalOutput, error]).toEqual([{ type: 'direct', answer }, undefined]);
  });

  it('may follow once the calls are awaited', async () => {
    const session = await openOn(backend, { functions });
    const { finalOutput } = await session.execute(
      'const asks = [llm_query("a")]\ntry { FINAL(1) } catch { FINAL(await Promise.all(asks)) }',
    );
    expect(finalOutput).toEqual({ type: 'direct', answer: ['re:a'] });
  });
});
