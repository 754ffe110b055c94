import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { describe, expect, it, onTestFinished } from 'vitest';

import { run, useProject, write } from './project.js';

/** A program that runs a cell in an interpreter of each language, or says why it cannot. */
const program = (wasm: string, python: string, imports = ''): string => `
  import { quickjs } from '@rlm/sandbox/quickjs';
  import { pyodide } from '@rlm/sandbox/pyodide';
  import { dirname, join } from 'node:path';
  ${imports}
  const beside = (name) => join(dirname(process.argv[1]), name);
  async function ask(backend) {
    const session = await backend.open();
    const { finalOutput } = await session.execute('FINAL(6 * 7)');
    await session.close();
    return finalOutput.answer;
  }
  async function main() {
    for (const backend of [quickjs(${wasm}), pyodide(${python})])
      console.log(await ask(backend).catch((error) => error.message));
    process.exit();
  }
  main();`;
const folder = `{ packageFolder: beside('pyodide') }`;
const installed = program('', '');
const beside = program(`{ wasm: beside('quickjs.wasm') }`, folder);
const within = program('{ wasm }', folder, `import wasm from 'quickjs-wasi/quickjs.wasm';`);

/** Makes a bundle of the `main.js` of a project; returns its path. */
async function bundle(root: string, how: 'esm' | 'cjs' | 'vite'): Promise<string> {
  const file = join(root, 'dist', how === 'cjs' ? 'main.cjs' : 'main.mjs');
  const options = { bundle: true, platform: 'node', target: 'node20', outfile: file } as const;
  const loader = { '.wasm': 'binary' } as const;
  if (how !== 'vite')
    await esbuild({ ...options, loader, format: how, entryPoints: [join(root, 'main.js')] });
  else {
    const build = { ssr: 'main.js', rolldownOptions: { output: { entryFileNames: 'main.mjs' } } };
    await vite({ root, logLevel: 'error', ssr: { noExternal: true }, build });
  }
  return file;
}

const project = useProject(['@rlm/sandbox', 'pyodide']);

describe.each(['esm', 'cjs', 'vite'] as const)('a bundle by esbuild or Vite (%s)', (how) => {
  const make = async (text: string): Promise<string> => {
    await write(project(), { 'main.js': text });
    return bundle(project(), how);
  };
  /** Runs a bundle in a folder without packages, which has some files of the installed ones. */
  const runElsewhere = async (file: string, copied: readonly string[]): Promise<string> => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'rlm-elsewhere-'));
    onTestFinished(() => rm(elsewhere, { recursive: true }));
    for (const path of [file, ...copied.map((each) => join(project(), 'node_modules', each))])
      await cp(path, join(elsewhere, basename(path)), { recursive: true });
    return run(elsewhere, ['node', basename(file)]);
  };

  it('finds the installed engines where it was built, and elsewhere says what it looked for', async () => {
    const file = await make(installed);
    expect(await run(project(), ['node', file])).toBe('42\n42');
    expect(await runElsewhere(file, [])).toMatch(
      /^quickjs\(\) looked for quickjs-wasi\/quickjs\.wasm from .*\{ wasm: .*\n.*pyodide\/package\.json from .*packageFolder/,
    );
  });

  it('takes interpreters that were copied beside it, or made part of it', async () => {
    const engines = ['quickjs-wasi/quickjs.wasm', 'pyodide'];
    expect(await runElsewhere(await make(beside), engines)).toBe('42\n42');
    if (how !== 'vite') expect(await runElsewhere(await make(within), ['pyodide'])).toBe('42\n42');
  });
});
