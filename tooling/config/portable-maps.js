import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';

/**
 * The source map of a built file as it is published: its sources are named from its own folder, not from the root of the machine
 * that built it, and their text is left out, since `src` is in the tarball.
 *
 * @param {string} text The map, as JSON.
 * @param {string} folder Where it is.
 */
function portableMap(text, folder) {
  const { sourcesContent: _, ...map } =
    /** @type {{ file?: string, sources: string[], sourcesContent?: unknown }} */ (
      JSON.parse(text)
    );
  const sources = map.sources.map((source) => {
    // What was inlined is named from the folder that is built.
    const [, inlined] = /^inline:(.*)/.exec(source) ?? [];
    const path = inlined === undefined ? resolve(folder, source) : resolve(inlined);
    return relative(folder, path).replaceAll('\\', '/');
  });
  return JSON.stringify({ ...map, file: map.file && basename(map.file), sources });
}

/** Writes the source maps of a build again, as they are published. @type {NonNullable<import('tsup').Options['plugins']>[number]} */
export const portableMaps = {
  name: 'portable-maps',
  async buildEnd({ writtenFiles }) {
    const files = writtenFiles.map(({ name }) => resolve(name));
    for (const file of files.filter((name) => /\.js\.map$/.test(name))) {
      await writeFile(file, portableMap(await readFile(file, 'utf8'), dirname(file)));
    }
  },
};
