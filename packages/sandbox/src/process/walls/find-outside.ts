import { lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { ownFolders } from './program-libraries.js';

/** Folders whose programs, when isolated, must not see anything that was not bound for them. */
const folders = (): readonly string[] => ['/proc', '/etc', ...ownFolders()];
/** How many entries of a folder are looked for, if a part of the folder is bound. */
const maxEntries = 3;

/**
 * Names paths of this computer that a program must not see, for the test of its isolation.
 *
 * @param args The arguments of bubblewrap, which define what the program sees.
 * @param named What the caller named for it. What was looked up beside that counts only as files: a folder of the caller's among it
 *   would be found.
 */
export async function findOutside(
  args: readonly string[],
  named: readonly string[],
): Promise<readonly string[]> {
  const bound = args.filter((_, at) => ['--ro-bind', '--symlink'].includes(args[at - 2] ?? ''));
  const files = bound.filter(
    (path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true,
  );
  const given = [...named, ...files];
  const isWithin = (path: string, folder: string): boolean =>
    path === folder || path.startsWith(folder === '/' ? folder : `${folder}/`);
  const isHidden = (path: string): boolean =>
    !given.some((one) => isWithin(path, one) || isWithin(one, path));
  const look = async (folder: string): Promise<readonly string[]> => {
    const names = await readdir(folder).catch(() => undefined);
    if (names === undefined) return [];
    const paths = isHidden(folder) ? [folder] : names.map((name) => join(folder, name));
    return paths.filter(isHidden).slice(0, maxEntries);
  };
  return (await Promise.all(folders().map(look))).flat();
}
