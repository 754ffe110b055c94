import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

import { expect, it } from 'vitest';

import { bootstrapSource } from '../../src/cpython/guest/index.js';
import { unsafeCpython } from '../../src/cpython/index.js';

const python = await unsafeCpython().probe();

const program = `
import os as o, sys as s
for each in (4, 5, 6):
    try:
        o.fstat(each)
        print(each)
    except OSError:
        pass
print(s.argv)
`;

it.skipIf(!python.ok)('Python closes what its host has inherited and passed on', async () => {
  const leaked = openSync('/dev/null', 'r');
  const child = spawn('python3', ['-S', '-c', bootstrapSource, '5'], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe', 'pipe', leaked, leaked],
  });
  closeSync(leaked);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(Buffer.byteLength(program));
  const [, out, , frames] = child.stdio;
  (frames as NodeJS.WritableStream).write(Buffer.concat([length, Buffer.from(program)]));
  const text: unknown[] = [];
  for await (const chunk of out as NodeJS.ReadableStream) text.push(chunk);
  expect(text.join('')).toBe("4\n['-c']\n");
});
