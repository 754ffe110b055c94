import { copyFile, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { build, type BuildOptions } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';

import { runNode, type Consumer } from './consumer.js';
import { inModules } from './workspace-registry.js';

const probe = `
  console.log(JSON.stringify([(await quickjs().probe()).ok, (await pyodide().probe()).ok]));`;
const session = (options: string): string => `
  const session = await quickjs(${options}).open();
  console.log((await session.execute('FINAL(6 * 7)')).finalOutput.answer);
  await session.close();`;

/** A program in TypeScript that a bundler makes one file of. */
const program = (body: string, imports = ''): string => `
  import { quickjs } from '@rlm/sandbox/quickjs';
  import { pyodide } from '@rlm/sandbox/pyodide';
  ${imports}
  async function main() {${body}}
  main().catch((error) => { console.error(error); process.exitCode = 1; });`;

const extension = { cjs: 'cjs', esm: 'mjs' } as const;
type Format = keyof typeof extension;

/** Bundles a program into `dist/` of a project, and gives the bundle's path. */
async function bundle(
  { directory }: Consumer,
  format: Format,
  contents: string,
  options: BuildOptions = {},
): Promise<string> {
  const outfile = join(directory, `dist/main.${extension[format]}`);
  await build({
    stdin: { contents, resolveDir: directory },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format,
    outfile,
    logLevel: 'error',
    ...options,
  });
  return outfile;
}

/** Runs a bundle in an empty folder, with the given files beside it. */
async function runElsewhere(file: string, beside: readonly string[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rlm-elsewhere-'));
  try {
    for (const path of [file, ...beside]) await copyFile(path, join(folder, basename(path)));
    return await runNode(folder, [basename(file)]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Tests bundles that are made in a project with `@rlm/sandbox` and `quickjs-wasi`, to which Pyodide is added. */
export function testBundles(project: () => Consumer): void {
  beforeAll(() => symlink(inModules('pyodide'), join(project().directory, 'node_modules/pyodide')));

  describe.each(['cjs', 'esm'] as const)('an esbuild bundle in the format %s', (format) => {
    it('finds the installed engines where it was built', async () => {
      const file = await bundle(project(), format, program(probe + session('')));
      expect(await runNode(project().directory, [file])).toBe('[true,true]\n42');
    });

    it('says elsewhere what it looked for, and does not claim that nothing is installed', async () => {
      const body = `
      const { reason, hint } = await quickjs().probe();
      console.log(JSON.stringify([reason, hint, await pyodide().probe()]));`;
      const file = await bundle(project(), format, program(body));
      const [reason, hint, python] = JSON.parse(await runElsewhere(file)) as [
        string,
        string,
        object,
      ];
      expect(reason).toMatch(/^quickjs\(\) looked for quickjs-wasi\/quickjs\.wasm from .*\/main/);
      expect(hint).toMatch(/in a bundle.*quickjs\(\{ wasm: '\/path\/of\/quickjs\.wasm' \}\)/);
      expect(python).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/pyodide\/package\.json from .*\/main/) as string,
        hint: expect.stringMatching(/packageFolder/) as string,
      });
    });

    it('takes an interpreter that was copied beside it', async () => {
      const options = {
        cjs: `{ wasm: require('node:path').join(__dirname, 'quickjs.wasm') }`,
        esm: `{ wasm: new URL('./quickjs.wasm', import.meta.url) }`,
      };
      const file = await bundle(project(), format, program(session(options[format])));
      const wasm = join(project().directory, 'node_modules/quickjs-wasi/quickjs.wasm');
      expect(await runElsewhere(file, [wasm])).toBe('42');
    });

    it('takes an interpreter that was made part of it', async () => {
      const imports = `import wasm from 'quickjs-wasi/quickjs.wasm';`;
      const file = await bundle(project(), format, program(session('{ wasm }'), imports), {
        loader: { '.wasm': 'binary' },
      });
      expect(await runElsewhere(file)).toBe('42');
    });
  });
}
