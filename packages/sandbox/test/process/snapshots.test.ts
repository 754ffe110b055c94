import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { cacheFolder } from '../pyodide/support/open-python.js';
import { bundleHost } from '../support/bundle-host.mjs';

/** Takes snapshots of sessions into files, or goes on from them, and prints what a cell shows then. */
const host = `import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pyodide } from '../../src/pyodide/index.js';
import { quickjs } from '../../src/quickjs/index.js';

const [mode, folder, cacheFolder] = process.argv.slice(2);
const javascript = [
  'function* count() { for (let n = 1; ; n++) yield n }\\nconst c = count(); c.next(); Math.random()',
  'print(c.next().value, Math.random(), await llm_query("q"), Date.now(), context)',
];
const python = [
  'import random, os\\ndef count():\\n    n = 0\\n    while True:\\n        n += 1\\n        yield n\\nc = count(); next(c)\\nx = [random.random(), os.urandom(3)]',
  'print(next(c), random.random(), os.urandom(3).hex(), llm_query("q"), context)',
];
const sessions = [
  [quickjs(), javascript],
  [pyodide({ cacheFolder }), python],
];
const shown = {};
for (const [backend, [begin, goOn]] of sessions) {
  const file = folder + '/' + backend.name;
  const functions = { llm_query: () => mode };
  if (mode === 'save') {
    const session = await backend.open({ functions, seed: 'a' });
    await session.set('context', 'kept');
    await session.execute(begin);
    const { bytes, ...snapshot } = await session.snapshot();
    writeFileSync(file, gzipSync(bytes, { level: 1 }));
    writeFileSync(file + '.json', JSON.stringify(snapshot));
    shown[backend.name] = (await session.execute(goOn, { nowMs: 5 })).stdout;
    await session.close();
  } else {
    const snapshot = JSON.parse(readFileSync(file + '.json', 'utf8'));
    if (snapshot.build !== await backend.build()) throw new Error('another build');
    const bytes = new Uint8Array(gunzipSync(readFileSync(file)));
    const session = await backend.open({ functions, snapshot: { ...snapshot, bytes } });
    shown[backend.name] = (await session.execute(goOn, { nowMs: 5 })).stdout;
    await session.close();
  }
}
process.stdout.write(JSON.stringify(shown));`;

let bundle: Awaited<ReturnType<typeof bundleHost>> | undefined;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rlm-snapshots-'));
  bundle = await bundleHost(host);
});
afterAll(async () => {
  await bundle?.remove();
  await rm(folder, { recursive: true, force: true });
});

async function run(mode: 'save' | 'open'): Promise<unknown> {
  const args = [bundle?.file ?? '', mode, folder, cacheFolder];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout.replaceAll(mode, 'the host’s'));
}

it('a snapshot goes on in another process, with host functions of that', async () => {
  const shown = await run('save');
  expect(shown).toMatchObject({
    quickjs: expect.stringMatching(/^2 0\.\d+ the host’s 5 kept\n$/) as string,
    pyodide: expect.stringMatching(/^2 0\.\d+ [0-9a-f]{6} the host’s kept\n$/) as string,
  });
  expect(await run('open')).toEqual(shown);
});
