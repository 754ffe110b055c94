import { rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { build } from 'esbuild';

/**
 * The files of a build, with the files that each imports at once, and the names of its exports.
 *
 * @typedef {ReadonlyMap<string, { readonly imports: readonly string[], readonly exports: readonly string[] }>} Modules
 */

/**
 * The files of the core. Each export has a name in its one file, since two files may export different things by one name.
 *
 * @typedef {ReadonlyMap<string, readonly (readonly [name: string, inCore: string])[]>} Core
 */

/**
 * What belongs into the one file of a library that programs load at their start.
 *
 * @typedef {object} CoreOptions
 * @property {string} [file] Name of the file. Default: `core`.
 * @property {readonly string[]} [of] Names of built entries (`internal`): what they need at once belongs to it.
 * @property {readonly string[]} [shared] Names of built entries, and of late parts, that are used alone: what all of them need at once belongs to it too.
 * @property {readonly string[]} [without] Names of small entries: what they need at once does not, so that they stay small.
 */

/**
 * Joins files of an ES module build into one. Whoever imports the library sees no difference.
 *
 * esbuild writes a file for each set of entries and late parts that share code. The bundler of a program cannot join
 * them again, because late parts import them one by one. So a program would load some 30 files of ours at its start,
 * with imports and exports between them.
 *
 * @param {CoreOptions} options
 * @returns {NonNullable<import('tsup').Options['plugins']>[number]}
 */
export function oneCore({ file: coreName = 'core', of = [], shared = [], without = [] }) {
  return {
    name: 'one-core',
    async buildEnd({ writtenFiles }) {
      if (this.format !== 'esm') return;
      const files = writtenFiles
        .map(({ name }) => resolve(name))
        .filter((name) => /\.js$/.test(name));
      const folder = dirname(files[0] ?? '');
      const modules = await readModules(files);
      const neededBy = (/** @type {readonly string[]} */ entries) =>
        withImports(
          entries.map((name) => files.find(isNamed(name)) ?? join(folder, `${name}.js`)),
          modules,
        );
      const apart = neededBy(without);
      const sets = shared.map((name) => neededBy([name]));
      const common = [...(sets[0] ?? [])].filter((file) => sets.every((files) => files.has(file)));
      const core = coreOf(
        [...new Set([...neededBy(of), ...common])].filter((file) => !apart.has(file)),
        modules,
      );
      const isJoined = (/** @type {string} */ file) =>
        core.has(file) && !of.includes(basename(file, '.js'));
      await writeCore(folder, coreName, core);
      await writeOthers(
        folder,
        files.filter((file) => !isJoined(file)),
        coreName,
        core,
      );
      const joined = files.filter(isJoined).flatMap((file) => [file, `${file}.map`]);
      await Promise.all(joined.map((file) => rm(file)));
      const left = writtenFiles.filter(({ name }) => !joined.includes(resolve(name)));
      const made = [`${coreName}.js`, `${coreName}.js.map`].map((name) => ({
        name: join(folder, name),
        size: 0,
      }));
      // The next plugin reads this list.
      writtenFiles.splice(0, writtenFiles.length, ...left, ...made);
    },
  };
}

/** Whether a file is that of an entry, or of a late part, whose name has a hash at its end. @param {string} name */
function isNamed(name) {
  return (/** @type {string} */ file) => basename(file, '.js').replace(/-[\dA-Z]{8}$/, '') === name;
}

/** @type {import('esbuild').BuildOptions} */
const settings = {
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  packages: 'external',
  sourcemap: true,
  allowOverwrite: true,
  // Packages say that their files have no side effects, so that a bare import does nothing.
  logOverride: { 'ignored-bare-import': 'silent' },
};

/** @param {readonly string[]} files @returns {Promise<Modules>} */
async function readModules(files) {
  const { metafile } = await build({
    ...settings,
    entryPoints: [...files],
    splitting: true,
    outdir: 'not-written',
    write: false,
    metafile: true,
  });
  const modules = Object.values(metafile.outputs).flatMap(({ entryPoint, exports }) => {
    if (entryPoint === undefined) return [];
    const imports = (metafile.inputs[entryPoint]?.imports ?? [])
      .filter(({ kind, external }) => kind === 'import-statement' && external !== true)
      .map(({ path }) => resolve(path));
    return [/** @type {const} */ ([resolve(entryPoint), { imports, exports }])];
  });
  return new Map(modules);
}

/**
 * Files, and all that they need at once.
 *
 * @param {readonly string[]} files @param {Modules} modules
 */
function withImports(files, modules) {
  const found = new Set(files);
  for (const file of found) for (const next of modules.get(file)?.imports ?? []) found.add(next);
  return found;
}

/** @param {readonly string[]} files @param {Modules} modules @returns {Core} */
function coreOf(files, modules) {
  const taken = new Set();
  const nameOnce = (/** @type {string} */ name) => {
    let inCore = name;
    for (let count = 2; taken.has(inCore); count += 1) inCore = `${name}${count}`;
    taken.add(inCore);
    return /** @type {const} */ ([name, inCore]);
  };
  return new Map(files.map((file) => [file, (modules.get(file)?.exports ?? []).map(nameOnce)]));
}

/** @param {string} folder @param {string} coreName @param {Core} core */
async function writeCore(folder, coreName, core) {
  const lines = [...core].flatMap(([file, exports]) =>
    exports.map(([name, inCore]) => `export { ${name} as ${inCore} } from './${basename(file)}';`),
  );
  await build({
    ...settings,
    stdin: { contents: lines.join('\n'), resolveDir: folder },
    outfile: join(folder, `${coreName}.js`),
    plugins: [leaveOthers(folder, core)],
  });
}

/**
 * Writes files again: they take from the core's one file what they took from its files.
 *
 * @param {string} folder @param {readonly string[]} files @param {string} coreName @param {Core} core
 */
async function writeOthers(folder, files, coreName, core) {
  // The source map of such an import: without one, that of the whole file would name a file that is gone.
  const map = JSON.stringify({ version: 3, sources: [`${coreName}.js`], mappings: 'AAAA' });
  const comment = `//# sourceMappingURL=data:application/json,${encodeURIComponent(map)}`;
  /** @type {import('esbuild').Plugin} */
  const takeFromCore = {
    name: 'take-from-core',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        const exports = core.get(path);
        if (exports === undefined) return undefined;
        const names = exports.map(([name, inCore]) => `${inCore} as ${name}`).join(', ');
        return { contents: `export { ${names} } from './${coreName}.js';\n${comment}` };
      });
    },
  };
  await build({
    ...settings,
    entryPoints: [...files],
    outdir: folder,
    plugins: [leaveOthers(folder, core), takeFromCore],
  });
}

/**
 * Leaves imports as they are: of late parts, and of files that are not in the core.
 *
 * @param {string} folder @param {Core} core
 * @returns {import('esbuild').Plugin}
 */
function leaveOthers(folder, core) {
  return {
    name: 'leave-others',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\// }, ({ path, kind }) =>
        kind === 'dynamic-import' || !core.has(join(folder, path))
          ? { path, external: true }
          : undefined,
      );
    },
  };
}
