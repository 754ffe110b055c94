import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';

import { build } from 'esbuild';

import { inlineForEsbuild } from './inline.js';

/** @type {Map<string, Promise<string>>} */
const made = new Map();

/**
 * Makes a script of a file and the sources that it uses, for a process of its own: without a build of the packages. It lies in
 * the package, where its dependencies are found.
 *
 * @param {string} file
 * @param {object} options
 * @param {string} options.root The folder of the package.
 * @param {readonly string[]} [options.external] Packages that are left as imports.
 * @returns {Promise<string>} The script's path.
 */
export function bundleScript(file, { root, external = [] }) {
  const known = made.get(file) ?? write(file, root, external);
  made.set(file, known);
  return known;
}

/**
 * @param {string} file
 * @param {string} root
 * @param {readonly string[]} external
 * @returns {Promise<string>}
 */
async function write(file, root, external) {
  const script = join(root, 'node_modules', '.cache', `${basename(file, extname(file))}.mjs`);
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@rlm/source'],
    external: [...external],
    plugins: [inlineForEsbuild],
    logLevel: 'error',
  });
  await mkdir(dirname(script), { recursive: true });
  const temporary = `${script}.${process.pid}`;
  await writeFile(temporary, outputFiles[0]?.text ?? '');
  // Another worker may be writing the same.
  await rename(temporary, script);
  return script;
}
