import { rename } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';

import { build } from 'esbuild';

import { inlineForEsbuild } from './inline.js';

/** @type {Map<string, Promise<string>>} */
const made = new Map();

/** @type {typeof import('./bundle.js').bundleScript} */
export function bundleScript(file, options) {
  const script = made.get(file) ?? bundle(file, options);
  made.set(file, script);
  return script;
}

/** @type {typeof import('./bundle.js').bundleScript} */
async function bundle(file, { root, external = [] }) {
  const path = join(root, 'node_modules/.cache', basename(file, extname(file)));
  const outfile = `${path}.${process.pid}.mjs`;
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@rlm/source'],
    external: [...external],
    plugins: [inlineForEsbuild],
    logLevel: 'error',
  });
  // Another worker may be writing the same.
  await rename(outfile, `${path}.mjs`);
  return `${path}.mjs`;
}
