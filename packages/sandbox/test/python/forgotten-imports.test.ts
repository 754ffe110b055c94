import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SandboxSession } from '../../src/index.js';

import { cpython } from '../../src/cpython/index.js';
import { python } from '../pyodide/support/open-python.js';
import { describeWhere } from '../support/describe-where.js';
import { sessionsOfFile } from '../support/open-sessions.js';

const openOn = sessionsOfFile();

for (const backend of [python, cpython()]) {
  describeWhere(await backend.probe(), `what a cell forgot to import, on ${backend.name}`, () => {
    let shared: SandboxSession;
    beforeAll(async () => {
      shared = await backend.open();
    });
    afterAll(() => shared.close());

    it.each([
      ['print(json.dumps([1]))', '[1]\n', 'json'],
      ['print(Counter("aab").most_common(1))', "[('a', 2)]\n", 'Counter'],
      ['print(datetime.datetime(2020, 1, 2).year)', '2020\n', 'datetime'],
      ['print(datetime(2020, 1, 2).year)', '2020\n', 'datetime'],
      ['def f(text):\n    return re.sub("a", "b", text)\nprint(f("a"))', 'b\n', 're'],
    ])('is imported, and said so: %s', async (code, stdout, name) => {
      const result = await shared.execute(code);
      expect(result.stdout).toBe(stdout);
      expect(result.diagnostics).toEqual([
        expect.objectContaining({
          code: 'name_imported',
          message: expect.stringContaining(`\`${name}\` was imported`) as string,
        }),
      ]);
      // It is there from now on, as any import.
      expect((await shared.execute(`print(${name} is not None)`)).diagnostics).toEqual([]);
      await shared.execute(`del ${name}`);
    });

    it('is not, where the session has a name of its own, or nobody wants cells to be looked at', async () => {
      const session = await openOn(backend);
      const own = await session.execute('json = "mine"\nprint(json)');
      expect(own).toMatchObject({ stdout: 'mine\n', diagnostics: [] });
      const blind = await session.execute('print(math.pi)', { preflight: false });
      expect(blind).toMatchObject({ outcome: 'error', diagnostics: [] });
    });

    it('is there again after a guest was lost', async () => {
      const session = await openOn(backend);
      await session.execute('kept = json.dumps([1])');
      await session.execute('while True: pass', { timeoutMs: 100 });
      expect((await session.execute('print(kept, json.loads(kept))')).stdout).toBe('[1] [1]\n');
    });

    it('and where a file is looked for that a variable holds, its place is named', async () => {
      const session = await openOn(backend);
      await session.set('context', { 'notes/a.csv': 'id\n1\n' });
      const { error, stderr } = await session.execute('open("notes/a.csv").read()');
      const hint = `(hint: there are no files of yours here; the text is context['notes/a.csv'])`;
      expect(error?.message).toContain(hint);
      expect(`${stderr}${error?.traceback ?? ''}`.split(hint)).toHaveLength(2);
    });
  });
}

describe('a hint', () => {
  it('for a loop of another cell names the mend', async () => {
    const session = await openOn(python, { functions: { llm_query: () => 'a' } });
    const code = 'asyncio.run(asyncio.gather(asyncio.to_thread(llm_query, "a")))';
    expect((await session.execute(code)).error?.message).toContain('await asyncio.gather(...)');
  });
});
