import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'tsup';

import { inlineForEsbuild } from './inline.js';

/** Where the declarations of single files are before they are joined to those of the entries. */
const declarations = '.types';

/**
 * Checks the sources and writes their declarations, by the native compiler: a fifth of the time. Published types are
 * checked against the built types of dependencies, so the condition for sources is left out.
 */
function writeDeclarations() {
  rmSync(declarations, { recursive: true, force: true });
  const compiler = fileURLToPath(new URL('check-types.js', import.meta.url));
  const sources = ['-p', 'tsconfig.src.json', '--rootDir', 'src', '--customConditions', 'none'];
  const output = ['--noEmit', 'false', '--emitDeclarationOnly', '--outDir', declarations];
  execFileSync(process.execPath, [compiler, ...sources, ...output], { stdio: 'inherit' });
}

/** Builds the entries of a library (`exports` of its package.json) as ES modules, with their declarations. */
export function defineLibrary() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  /** @type {Record<string, string>} */
  const entry = {};
  /** @type {Record<string, string>} */
  const types = {};
  for (const { default: built, '@rlm/source': source } of Object.values(exports)) {
    if (source === undefined) continue;
    const name = basename(built, '.js');
    entry[name] = source;
    types[name] = source.replace('/src/', `/${declarations}/`).replace(/\.ts$/, '.d.ts');
  }
  writeDeclarations();
  return defineConfig({
    entry,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    sourcemap: true,
    clean: true,
    removeNodeProtocol: false,
    // ESLint knows which sources may import these.
    external: [/^node:/],
    esbuildPlugins: [inlineForEsbuild],
    esbuildOptions(options) {
      // The sources are in the tarball.
      options.sourcesContent = false;
    },
    // tsup 8 passes `baseUrl` by itself, which TypeScript 6 deprecates.
    dts: { entry: types, compilerOptions: { customConditions: [], ignoreDeprecations: '6.0' } },
  });
}
