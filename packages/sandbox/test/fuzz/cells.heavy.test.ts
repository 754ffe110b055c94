import type { REPLResult } from '@rlm/repl-types';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { javascriptSwallows } from '../../src/conformance/swallow/javascript.js';
import { pythonSwallows } from '../../src/conformance/swallow/python.js';
import { conformanceTables } from '../../src/conformance/tables.js';
import type { SandboxBackend } from '../../src/index.js';
import { backends } from '../support/backends.js';
import { describeWhere } from '../support/describe-where.js';
import { tolerate } from '../support/tolerate.js';

const limits = { cellMs: 500, graceMs: 500, callTimeoutMs: 300, memoryBytes: 128 * 1024 * 1024 };
const functions = {
  llm_query: (prompt: unknown) => `re:${String(prompt).slice(0, 100)}`,
  echo: (value: unknown) => value,
};

/** The cells of the conformance suite. */
function corpusOf(language: SandboxBackend['language']): string[] {
  const rows = Object.values(conformanceTables).flatMap((table) => Object.values(table));
  const swallows = { python: pythonSwallows, javascript: javascriptSwallows }[language];
  return [...rows.flatMap((row) => row[language]), ...Object.values(swallows)];
}

/** A cell with a part of another one in the place of a part of its own. */
function damaged(cell: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const place = fc.nat(400);
  return fc
    .tuple(cell, place, fc.nat(20), cell, place, fc.nat(60))
    .map(([text, at, cut, other, from, length]) =>
      [text.slice(0, at), other.slice(from, from + length), text.slice(at + cut)].join(''),
    );
}

/** Python that writes a frame, or what looks like one, to every descriptor that it may have. */
const forged = fc
  .tuple(
    fc.constantFrom(75, 67, 70, 80, 68, 86, 90, 84, 69, 33, 0, 255),
    fc.oneof(
      fc.constantFrom(
        '{"call":1,"name":"echo"}\n[1]',
        '{"kind":"direct"}\n1',
        '{"id":1,"status":"ok"}\n[]',
        'ox',
      ),
      fc.string({ maxLength: 50 }),
    ),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.nat(0xffffffff) },
    ),
    fc.constantFrom('3', '77', '*range(64), 77'),
  )
  .map(([kind, payload, length = Buffer.byteLength(payload), descriptors]) => {
    const header = Buffer.alloc(5);
    header.writeUInt8(kind);
    header.writeUInt32LE(length, 1);
    const bytes = Buffer.concat([header, Buffer.from(payload)]).toString('hex');
    return `import os\nfor fd in [${descriptors}]:\n  try: os.write(fd, bytes.fromhex("${bytes}"))\n  except OSError: pass`;
  });

/** The ways in which a cell may end that nobody gave up. */
const outcomes = ['ok', 'error', 'final', 'timeout', 'memory', 'crashed', 'violation'];

function requireSound({ outcome, success, finalOutput, error, stdout, stderr }: REPLResult): void {
  expect(outcomes).toContain(outcome);
  expect(success).toBe(outcome === 'ok' || outcome === 'final');
  expect(finalOutput !== null).toBe(outcome === 'final');
  if (outcome === 'error') expect(typeof error?.type).toBe('string');
  for (const text of [stdout, stderr]) expect(text.length).toBeLessThan(41_000);
}

for (const create of backends) {
  const backend = create();
  describeWhere(await backend.probe(), `random cells on ${backend.name}`, () => {
    const whole = fc.constantFrom(...corpusOf(backend.language));
    const cells = [whole, damaged(whole), damaged(whole)];
    if (backend.language === 'python') cells.push(forged);

    it('end in a way that the host knows, and the session goes on', async () => {
      const program = fc.array(fc.oneof(...cells), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(program, async (codes) => {
          const session = await backend.open({ functions, limits });
          for (const code of codes) requireSound(await session.execute(code));
          await tolerate(session.variables());
          await tolerate(session.get('x'));
          await session.close();
        }),
        { numRuns: 60, endOnFailure: true },
      );
      const session = await backend.open({ functions });
      expect((await session.execute('print(1 + 1)')).stdout).toBe('2\n');
      await session.close();
      expect('polluted' in {}).toBe(false);
    });
  });
}
