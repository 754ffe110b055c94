import { REPLVariable } from '@rlm/repl-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SandboxSession } from '../../../src/index.js';
import { quickjs } from '../../../src/quickjs/index.js';

let session: SandboxSession;
beforeAll(async () => {
  session = await quickjs().open();
});
afterAll(() => session.close());

const localOf = async (source: string): Promise<unknown> => {
  const { locals, error } = await session.execute(`var x = ${source}`);
  expect(error).toBeUndefined();
  return locals['x'];
};

describe('the value of a variable', () => {
  it.each([
    ['Object.assign(Object.create(null), { a: 1 })', { a: 1 }],
    ['{ toJSON: 1, __proto__: null, ["__proto__"]: 2 }', JSON.parse('{"toJSON":1,"__proto__":2}')],
    ['[[], {}, "", 0, false]', [[], {}, '', 0, false]],
  ])('is given for %s', async (source, value) => {
    expect(await localOf(source)).toEqual(value);
  });

  it.each([
    ['a getter', '{ get a() { throw new Error("run") } }'],
    ['a proxy', 'new Proxy({}, { ownKeys() { throw new Error("run") } })'],
    ['a toJSON', '{ toJSON() { throw new Error("run") } }'],
    ['a class', 'new (class A { a = 1 })()'],
    ['a Map', 'new Map([[1, 2]])'],
    ['a Date', 'new Date(0)'],
    ['a hole', '[1, , 2]'],
    ['undefined inside', '{ a: undefined }'],
    ['a bigint', '1n'],
    ['a cycle', '(() => { const a = []; a.push(a); return a })()'],
    ['depth', 'JSON.parse("[".repeat(90) + "]".repeat(90))'],
    ['an array of a billion', 'Object.assign([], { length: 1e9 })'],
  ])('is not given for %s', async (_what, source) => {
    expect(await localOf(source)).toBeInstanceOf(REPLVariable);
  });

  it('is not changed by what a cell makes of prototypes', async () => {
    await session.execute(
      'Object.prototype.toJSON = Array.prototype.toJSON = () => "forged"; var x = { a: [1] }',
    );
    expect(await localOf('{ a: [1] }')).toEqual({ a: [1] });
    await session.execute('delete Object.prototype.toJSON; delete Array.prototype.toJSON');
  });
});
