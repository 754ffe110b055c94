import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SandboxSession } from '../../../src/index.js';
import { quickjs } from '../../../src/quickjs/index.js';
import { typedStatements } from '../support/typescript-statements.js';

let session: SandboxSession;
beforeAll(async () => {
  session = await quickjs().open({ functions: { llm_query: () => 'yes' } });
});
afterAll(() => session.close());

describe('a cell in TypeScript', () => {
  describe.each(Object.entries(typedStatements))('%s', (_kind, rows) => {
    it.each(rows)('%s', async (code, expression, value) => {
      const result = await session.execute(`${code}\nprint(JSON.stringify(${expression}))`);
      expect(result.error).toBeUndefined();
      expect(JSON.parse(result.stdout)).toEqual(value);
    });
  });

  it('keeps its lines in errors', async () => {
    const lines = ['interface A {', '  b: string', '}', 'const a: A | null = null', 'a!.b'];
    const { error } = await session.execute(lines.join('\n'));
    expect(error?.traceback).toContain('line 5');
    const wrong = await session.execute('type A = {\n  b: string\n}\nlet a: number = = 1');
    expect(wrong.error).toMatchObject({ type: 'SyntaxError' });
    expect(wrong.error?.traceback).toContain('line 4');
  });

  it('may declare an enum again', async () => {
    await session.execute('enum Again { A, B }');
    const { stdout } = await session.execute('enum Again { C }\nprint(Object.keys(Again))');
    expect(stdout).toBe("['0', 'C']\n".replaceAll("'", '"'));
  });

  it('gets a forgotten await put in', async () => {
    const result = await session.execute('const r = llm_query("q") as string\nprint(r.length)');
    expect(result.stdout).toBe('3\n');
  });

  it.each([
    ['namespace N { export const a = 1 }', /\bnamespace .*\bobject\b/],
    ['let a: number = 1\nmodule N.M { export const b = 2 }', /\bnamespace .*not available\b/],
    ['import { a } from "b"\nconst c: number = a', /\bmodules .*not available\b/],
    ['const a: number = 1\n@mark class A {}', /\bdecorators .*not available\b/],
  ])('says what it cannot: %s', async (code, message) => {
    const { error } = await session.execute(code);
    expect(error?.type).toBe('SyntaxError');
    expect(error?.message).toMatch(message);
  });
});
