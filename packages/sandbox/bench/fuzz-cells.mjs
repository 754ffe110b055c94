const pieces = {
  javascript: [
    'FINAL(1)',
    'FINAL_VAR("x")',
    'print(x)',
    'x = [x]',
    'await llm_query("q")',
    'echo(x)',
    'while(true){}',
    'try {',
    '} catch {}',
    'function f(){',
    '}',
    'f()',
    '((((',
    ']',
    'null.x',
    '"\\u0000"',
    '`${x}`',
    'new Proxy({}, {get(){ return x }})',
    'Object.freeze(globalThis)',
    'throw x',
    'async () => {',
    'Promise.reject(1)',
    'Symbol()',
    '1n',
    'x?.y',
    'delete globalThis.print',
    'enum E { A }',
    'x as any',
    'class A {}',
    'yield',
    'import("x")',
    '/(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaa!")',
    'print("y".repeat(1e5))',
    '\n',
    ';',
    ' ',
  ],
  python: [
    'FINAL(1)',
    'FINAL_VAR("x")',
    'print(x)',
    'x = [x]',
    'llm_query("q")',
    'echo(x)',
    'while True: pass',
    'try:',
    'except BaseException: pass',
    'def f():',
    '    f()',
    '((((',
    ']',
    '1/0',
    '"\\0"',
    'f"{x}"',
    'import os',
    'raise ValueError(x)',
    'lambda: x',
    'yield',
    'x.y',
    'del print',
    'class A: pass',
    'async def g(): pass',
    'exec("x=1")',
    'print("y" * 10**5)',
    '\n',
    ';',
    ' ',
    '    ',
  ],
};

/** Makes cells out of pieces, glued and damaged at random; the same seed gives the same cells. */
export function createFuzzer(language, seed) {
  let state = seed >>> 0 || 1;
  const random = (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * limit);
  };
  const list = pieces[language];
  return {
    next() {
      let code = '';
      for (let count = 1 + random(8); count > 0; count--) {
        code += list[random(list.length)] + (random(2) === 0 ? '\n' : ' ');
      }
      if (random(3) === 0) {
        const at = random(code.length);
        code = code.slice(0, at) + String.fromCharCode(random(0x250)) + code.slice(at + random(3));
      }
      return code;
    },
  };
}
