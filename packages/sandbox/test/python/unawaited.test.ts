import { describe, expect, it } from 'vitest';

import { cpython } from '../../src/cpython/index.js';
import { pyodide } from '../../src/pyodide/index.js';
import { sessionsOfFile } from '../support/open-sessions.js';

const openOn = sessionsOfFile();
const start = `import asyncio
async def ask(x):
    return await llm_query(x)
async def early():
    FINAL("early")
`;

const refused: readonly (readonly [code: string, named: string])[] = [
  [
    't = asyncio.create_task(llm_query("a"))\nawait asyncio.sleep(0)\nFINAL(1)',
    'a call of this block was not awaited: llm_query',
  ],
  [
    't = [asyncio.create_task(ask(x)) for x in "ab"]\nawait asyncio.sleep(0)\nFINAL(len(t))',
    '2 calls of this block were not awaited: ask',
  ],
  ['g = asyncio.gather(*map(ask, "ab"))\nawait asyncio.sleep(0)\nSUBMIT(answer=1)', '2 calls'],
  [
    'async def main():\n    t = asyncio.ensure_future(ask("a"))\n    await asyncio.sleep(0)\n    FINAL(1)\nasyncio.run(main())',
    'ask',
  ],
  [
    'async def main():\n    t = [asyncio.create_task(ask("a"))]\n    FINAL_VAR("start")\nstart = 1\nawait main()',
    'ask',
  ],
];

const accepted: readonly (readonly [code: string, answer: unknown])[] = [
  ['await asyncio.gather(ask("a"), early())', 'early'],
  ['await asyncio.gather(early(), llm_query("a"))', 'early'],
  ['async def main():\n    await asyncio.gather(ask("a"), early())\nasyncio.run(main())', 'early'],
  [
    'async def one(x):\n    if await ask(x) == "re:b":\n        FINAL(x)\nawait asyncio.gather(one("a"), one("b"))',
    'b',
  ],
  ['await asyncio.sleep(0)\nt = asyncio.create_task(ask("a"))\nFINAL(await t)', 're:a'],
  ['FINAL(await asyncio.gather(*map(ask, "ab")))', ['re:a', 're:b']],
  [
    'async def bad():\n    raise ValueError()\ntry:\n    await asyncio.gather(bad(), ask("a"))\nexcept ValueError:\n    FINAL("none")',
    'none',
  ],
  ['await asyncio.sleep(0)\nt = asyncio.create_task(ask("a"))\nt.cancel()\nFINAL(1)', 1],
  [
    't = [asyncio.create_task(ask(x)) for x in "ab"]\nd, _ = await asyncio.wait(t, return_when=asyncio.FIRST_COMPLETED)\nFINAL(len(d) > 0)',
    true,
  ],
  [
    'async with asyncio.TaskGroup() as g:\n    t = g.create_task(ask("a"))\nFINAL(t.result())',
    're:a',
  ],
];

for (const backend of [pyodide(), cpython()]) {
  const probe = await backend.probe();
  const why = probe.ok ? '' : ` (skipped: ${probe.reason})`;
  const functions = { llm_query: (x: unknown) => `re:${String(x)}` };

  describe.skipIf(!probe.ok)(`a final on ${backend.name}() while calls are open${why}`, () => {
    it('is refused, and names the calls', async () => {
      const session = await openOn(backend, { functions });
      for (const [code, named] of refused) {
        const { finalOutput, error } = await session.execute(start + code);
        expect([code, finalOutput, error?.message]).toEqual([
          code,
          null,
          expect.stringContaining(named),
        ]);
      }
    });

    it('ends the run if the calls are awaited beside it', async () => {
      const session = await openOn(backend, { functions });
      for (const [code, answer] of accepted) {
        const { finalOutput, error } = await session.execute(start + code);
        expect([code, finalOutput, error]).toEqual([code, { type: 'direct', answer }, undefined]);
      }
    });
  });
}
