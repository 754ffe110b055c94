import { describe, expect, it } from 'vitest';

import { quickjs } from '../../../src/quickjs/index.js';
import { sessionsOfFile } from '../../support/open-sessions.js';

const openOn = sessionsOfFile();

/** Code, and what it prints to both streams. */
const printed: readonly (readonly [code: string, stdout: string, stderr?: string])[] = [
  [
    'console.group("a"); console.log("b\\nc"); console.groupEnd(); console.log("d")',
    'a\n  b\n  c\nd\n',
  ],
  ['console.group(); console.group(); console.warn("deep")', '', '    deep\n'],
  ['console.groupEnd(); console.log("flat")', 'flat\n'],
  ['console.count(); console.count("x"); console.count()', 'default: 1\nx: 1\ndefault: 2\n'],
  ['console.countReset(); console.count()', 'default: 1\n'],
  [
    'console.assert(1 < 2, "no"); console.assert(1 > 2, "%d is no", 1)',
    '',
    'Assertion failed: 1 is no\n',
  ],
  [
    'console.time("t"); console.timeEnd("t")',
    't: 0 ms (the clock stands still while a cell runs)\n',
  ],
  ['console.table([{ a: 1 }], ["a"])', '[{ a: 1 }]\n'],
  ['console.dir({ a: 1 }, { depth: 0 })', '{ a: 1 }\n'],
  ['console.log("%s has %d, %i, %f", "x", "4.5", 4.5, "1.5")', 'x has 4.5, 4, 1.5\n'],
  ['console.log("%j %o %O%c%%", { a: [1] }, "q", [2], "css", "rest")', '{"a":[1]} "q" [2]% rest\n'],
  [
    'console.log("100%", "50%d", 1); console.log("%s"); console.log("%x %s", 1)',
    '100% 50%d 1\n%s\n%x 1\n',
  ],
  ['print("%s", 1)', '%s 1\n'],
  ['print(/a+/gi, { r: /[/]/y })', '/a+/gi { r: /[/]/y }\n'],
  ['print(new Error("a", { cause: new TypeError("b") }))', 'Error: a { cause: TypeError: b }\n'],
  [
    'print([new AggregateError([new Error("a"), "b"], "all")])',
    '[AggregateError: all { errors: [Error: a, "b"] }]\n',
  ],
];

for (const backend of [quickjs()]) {
  const probe = await backend.probe();
  const why = probe.ok ? '' : ` (skipped: ${probe.reason})`;

  describe.skipIf(!probe.ok)(`what ${backend.name}() prints${why}`, () => {
    it('is as the console of Node.js has it, or says what differs', async () => {
      const session = await openOn(backend);
      for (const [code, stdout, stderr = ''] of printed) {
        const result = await session.execute(code);
        expect([code, result.error?.message, result.stdout, result.stderr]).toEqual([
          code,
          undefined,
          stdout,
          stderr,
        ]);
      }
    });

    it.each([
      [
        'throw new Error("outer", { cause: new RangeError("inner") })',
        'outer { cause: RangeError: inner }',
      ],
      ['await Promise.any([Promise.reject(new Error("one"))])', '{ errors: [Error: one] }'],
      ['const e = new Error("x"); e.cause = e; throw e', 'x { cause: Error: x { cause: '],
    ])('shows why an error was thrown: %s', async (code, message) => {
      const session = await openOn(backend);
      const { error } = await session.execute(code);
      expect(error?.message).toContain(message);
    });
  });
}
