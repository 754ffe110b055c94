import { describe, expect, it } from 'vitest';

import { detectFinalInCode } from '../src/index.js';

describe('detectFinalInCode', () => {
  it.each([
    ['// FINAL(1)\nx()'],
    ['/* FINAL(1) */ x()'],
    ['const s = `\nFINAL(1)\n`'],
    ["const s = 'FINAL(1)'"],
    ['function FINAL(x) {}'],
    ['function* FINAL(x) {}'],
    ['agent.FINAL(1)'],
    ['$FINAL(1)'],
  ])('sees no call in the JavaScript %j', (code) => {
    expect(detectFinalInCode(code, { language: 'javascript' }).detected).toBe(false);
  });

  it.each([
    ['FINAL(r);', 'direct', null],
    ['if (ok) { FINAL_VAR("total") }', 'variable', 'total'],
    ["const q = '\"'; SUBMIT({ a: 1 })", 'submit', null],
    ['```js\nFINAL(1)\n```', 'direct', null],
  ])('sees the call in the JavaScript %j', (code, finalType, content) => {
    expect(detectFinalInCode(code, { language: 'javascript' })).toMatchObject({
      finalType,
      content,
    });
  });

  it.each([["x = '# no comment'\nFINAL(1)"], ['x = 1 # a " quote\nFINAL(1)'], ["'\nFINAL(1)"]])(
    'sees the call after the Python %j',
    (code) => {
      expect(detectFinalInCode(code).finalType).toBe('direct');
    },
  );

  it.each([
    ['const s = `\nFINAL(1)\n`', null],
    ['/* FINAL(1) */ x()', null],
    ["const s = 'FINAL(1)'", null],
    ['function FINAL(x) {}', null],
    ['const n = context.length;\nFINAL(n);', 'direct'],
    ['class A {\n  #x = 1;\n  get() { this.#x; FINAL(1) }\n}', 'direct'],
    ['const total: number = 3;\nFINAL_VAR("total");', 'variable'],
    ['x = 7 // 2; FINAL(x)', 'direct'],
    ['# FINAL(1)\nx = 1', null],
  ])('reads %j without being told its language', (code, finalType) => {
    expect(detectFinalInCode(code).finalType).toBe(finalType);
  });

  it.each([['FINAL_VAR("result",)'], ['FINAL_VAR(result , )'], ['FINAL_VAR(\n    "result",\n)']])(
    'reads the variable of %j, whose argument ends with a comma',
    (code) => {
      expect(detectFinalInCode(code).content).toBe('result');
    },
  );
});
