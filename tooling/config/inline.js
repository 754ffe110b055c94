import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * What `import source from 'inline:./file'` yields: a TypeScript file bundled into one CommonJS
 * script (for `new Worker(source, { eval: true })`), a manifest (`package.json`) as its version, any other file as its text. Node.js modules and
 * the packages in `external` stay `require` calls.
 *
 * @param {string} file
 * @returns {Promise<string>}
 */
async function inlineSource(file) {
  if (basename(file) === 'package.json') return JSON.parse(await readFile(file, 'utf8')).version;
  if (!file.endsWith('.ts')) return readFile(file, 'utf8');
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    // ES modules first: what a script does not use of a package stays out of it.
    mainFields: ['module', 'main'],
    target: 'node20',
    minify: true,
    keepNames: false,
    conditions: ['@rlm/source'],
    legalComments: 'none',
    // A script may hold another, as text that it compiles when it needs it.
    plugins: [inlineForEsbuild],
    // A script knows no place of its own; what looks for one says so.
    logOverride: { 'empty-import-meta': 'silent' },
  });
  return outputFiles[0]?.text ?? '';
}

const inlineScheme = /^inline:/;

/** For esbuild and tsup. @type {import('esbuild').Plugin} */
export const inlineForEsbuild = {
  name: 'inline',
  setup(bundle) {
    bundle.onResolve({ filter: inlineScheme }, ({ path, importer }) => ({
      path: resolve(dirname(importer), path.replace(inlineScheme, '')),
      pluginData: inlineForEsbuild,
    }));
    bundle.onLoad({ filter: /.*/ }, async ({ path, pluginData }) =>
      pluginData === inlineForEsbuild
        ? { contents: await inlineSource(path), loader: 'text', watchFiles: [path] }
        : undefined,
    );
  },
};

/** For vite and vitest. @type {import('vite').Plugin} */
export const inlineForVite = {
  name: 'inline',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!inlineScheme.test(id) || importer === undefined) return null;
    return `\0inline:${resolve(dirname(importer), id.replace(inlineScheme, ''))}?raw-inline`;
  },
  async load(id) {
    const match = /^\0inline:(.*)\?raw-inline$/.exec(id);
    if (match?.[1] === undefined) return null;
    return `export default ${JSON.stringify(await inlineSource(match[1]))};`;
  },
};
