import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'node_modules', '.cache');
const made = new Map<string, Promise<string>>();

/**
 * Makes a script of a file of this folder and the sources that it uses, for a process of its own. It lies in the package, where
 * the optional peers are found.
 */
export function bundle(file: string): Promise<string> {
  const known = made.get(file) ?? write(file);
  made.set(file, known);
  return known;
}

async function write(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'test/support', file)],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    conditions: ['@rlm/source'],
    external: ['bullmq', 'ioredis', 'libsql'],
    logLevel: 'error',
  });
  await mkdir(folder, { recursive: true });
  const script = join(folder, `${basename(file, '.ts')}.cjs`);
  const temporary = `${script}.${process.pid}`;
  await writeFile(temporary, outputFiles[0]?.text ?? '');
  // Another worker may be writing the same.
  await rename(temporary, script);
  return script;
}
