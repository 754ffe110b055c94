import { describe, expect, it } from 'vitest';

import { REPLHistory } from '../src/index.js';

const codes: Readonly<Record<'javascript' | 'python', readonly string[]>> = {
  javascript: [
    'const n = context.length;\nprint(n);',
    'let a = 1',
    'FINAL(answer);',
    'print(context.length)',
    'console.log(context)',
    '// look\nx = 1',
    'total += rows.map((r) => r.a)',
    'for (const r of rows) {\n  print(r)\n}',
    'const a: number[] = []',
    'interface A { b: string }\nlet a: A = { b: "" }',
    'FINAL(JSON.stringify(x))',
    'const r = await llm_query(`What is ${x}?`)',
    'if (done) {\n FINAL("x")\n}',
    'print(`a`)',
    'x = rows.filter(r => r.year === 2021)',
    'function f(a) { return a }',
    'async function f(a) { return a }',
    'const { a } = b',
    'var x = 1',
    '"use strict"\nlet b = 2',
    'print(context.slice(0, 100))',
    "const s = '# x'",
    'type A = { b: string };',
    'context.split("\\n").forEach(l => print(l))',
    'enum A { B }; let x = A.B',
    'class A { b = 1 }',
    'interface A {\n  b: string\n}',
    'export const a = 1',
    'const x = 1 // let me\nFINAL(x)',
    'rows.push(1)',
    'x = null',
    'class A {\n  #b = 1;\n}',
    'for (let i = 0; i < 3; i++) print(i)',
  ],
  python: [
    'print(1)',
    'x=1',
    'x',
    'a',
    'word_count = len(document.split())\nprint(word_count)',
    '# let me count\nprint(len(context))',
    'import re\nfor m in re.findall("a", context):\n    print(m)',
    'print(context[:100])',
    'x = "const a = 1;"\nprint(x)',
    '"""\nconst a = 1;\n// x => y\n"""\nprint(1)',
    'def f(a):\n    return a',
    'x = [y for y in z]',
    'a = None',
    'from math import pi',
    'x = 7 // 2',
    'x = a // b\nprint(x)',
    'if x and y:\n    print(x)',
    'f = lambda x: x + 1',
    'answer = llm_query("What is it?")\nFINAL(answer)',
    'FINAL("x")',
    'FINAL_VAR("n")',
    'n = len(context)\nFINAL_VAR("n")',
    'with open("a") as f:\n    pass',
    'print(f"{x}; {y}")',
    'x = 1; y = 2',
    'print(1)  # const x = 1;',
    'd = {\n  "a": 1,\n}',
    'async def f():\n    await g()',
    'result = await llm_query("const x = 1;")\nprint(result)',
    "print('it is // not a comment')",
    'import json\nx = json.loads(context)\nprint(x["a"].lower())',
    's = context.replace("a", "b").strip()\nprint(s)',
    'chunks = [context[i:i+100] for i in range(0, len(context), 100)]',
    'while True:\n  break',
    'try:\n  x()\nexcept Exception as e:\n  print(e)',
    'raise ValueError("x")',
    'assert x == 1',
  ],
};

describe('REPLHistory', () => {
  describe.each(Object.entries(codes))(
    'formats %s whose language nobody told',
    (language, texts) => {
      it.each(texts)('%j', (code) => {
        expect(new REPLHistory([{ code }]).format()).toContain(`Code:\n\`\`\`${language}\n`);
      });
    },
  );

  it('formats each entry in its own language', () => {
    const shown = new REPLHistory()
      .append({ code: 'print(1)' })
      .append({ code: 'const a = 1;' })
      .append({ code: 'let a: number', language: 'typescript' })
      .append({ code: 'const b = 1;', language: 'python' })
      .format();
    expect(shown.match(/```\w+/g)).toEqual([
      '```python',
      '```javascript',
      '```typescript',
      '```python',
    ]);
  });
});
