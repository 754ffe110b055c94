import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'tsup';

import { inlineForEsbuild } from './inline.js';
import { compilerThreads, nativeToolsEnv } from './native-tools.js';
import { portableMaps } from './portable-maps.js';

/**
 * Fails the build when a file outside the named folders imports a module of Node.js: what is not
 * named stays usable in browsers.
 *
 * @param {readonly string[]} nodeFolders
 * @returns {import('esbuild').Plugin}
 */
function guardNodeImports(nodeFolders) {
  return {
    name: 'guard-node-imports',
    setup(build) {
      build.onResolve({ filter: /^node:/ }, ({ path, importer }) => {
        const allowed = nodeFolders.some((folder) =>
          importer.replaceAll('\\', '/').includes(`/src/${folder}`),
        );
        return allowed
          ? { path, external: true }
          : {
              errors: [{ text: `${path} is imported by ${importer}, which must run in a browser` }],
            };
      });
    },
  };
}

/**
 * The entries that package.json of the folder that is built exports: name of the output to source file.
 *
 * @returns {Record<string, string>}
 */
function exportedEntries() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const entries = Object.values(exports).filter((entry) => typeof entry !== 'string');
  return Object.fromEntries(
    entries.map((entry) => [basename(entry.default, '.js'), entry['@rlm/source']]),
  );
}

/** Where the declarations of single files are before they are joined to those of the entries. */
const declarations = '.types';

/**
 * Checks the sources and writes their declarations, by the native compiler: a fifth of the time. Published types are
 * checked against the built types of dependencies, so the condition for sources is left out.
 */
function writeDeclarations() {
  rmSync(declarations, { recursive: true, force: true });
  const compiler = fileURLToPath(
    new URL('lib/tsc.js', import.meta.resolve('typescript-7/package.json')),
  );
  const sources = ['-p', 'tsconfig.src.json', '--rootDir', 'src', '--customConditions', 'none'];
  const output = ['--noEmit', 'false', '--emitDeclarationOnly', '--outDir', declarations];
  execFileSync(process.execPath, [compiler, ...sources, ...output, ...compilerThreads], {
    env: nativeToolsEnv,
    stdio: 'inherit',
  });
}

/**
 * Builds the entries of a library (`exports` of its package.json) as ES modules, with their declarations.
 *
 * @param {object} [library]
 * @param {readonly string[]} [library.node] Folders or files below `src/` that may import modules of
 *   Node.js (`quickjs/`); everywhere else such an import fails the build.
 * @param {readonly (string | RegExp)[]} [library.bundle] Dependencies to copy into the output instead of
 *   importing them.
 */
export function defineLibrary({ node = [], bundle = [] } = {}) {
  const entry = exportedEntries();
  writeDeclarations();
  return defineConfig({
    entry,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    // Declarations are made, and sources thereby checked, without the types of Node.js where they are to do without.
    tsconfig: 'tsconfig.src.json',
    sourcemap: true,
    clean: true,
    removeNodeProtocol: false,
    noExternal: [...bundle],
    plugins: [portableMaps],
    esbuildPlugins: [guardNodeImports(node), inlineForEsbuild],
    dts: {
      entry: Object.fromEntries(
        Object.entries(entry).map(([name, file]) => [
          name,
          file.replace(/^\.\/src\//, `./${declarations}/`).replace(/\.ts$/, '.d.ts'),
        ]),
      ),
      compilerOptions: {
        customConditions: [],
        // tsup 8 passes `baseUrl` by itself, which TypeScript 6 deprecates.
        ignoreDeprecations: '6.0',
      },
    },
  });
}
