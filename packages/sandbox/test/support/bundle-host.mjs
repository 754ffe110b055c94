import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { inlineForEsbuild } from '@rlm/config/inline';
import { build } from 'esbuild';

/** Where the program finds the engines that are installed for this package. */
const modules = join(import.meta.dirname, '../../node_modules');

export async function bundleHost(contents) {
  const folder = await mkdtemp(join(modules, '.rlm-host-'));
  const file = join(folder, 'host.mjs');
  await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@rlm/source'],
    plugins: [inlineForEsbuild],
    logLevel: 'silent',
  });
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}
