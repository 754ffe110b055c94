import { lstatSync, opendirSync } from 'node:fs';
import { join } from 'node:path';

import { isWithin, ownFolders } from './program-libraries.js';

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
export function findOutside(args: readonly string[], named: readonly string[]): readonly string[] {
  const bound = args.filter((_, at) => ['--ro-bind', '--symlink'].includes(args[at - 2] ?? ''));
  const files = bound.filter(
    (path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true,
  );
  const given = [...named, ...files];
  const isHidden = (path: string): boolean =>
    !given.some((one) => isWithin(path, one) || isWithin(one, path));
  return folders().flatMap((folder) => {
    const found: string[] = [];
    for (const path of isHidden(folder) ? [folder] : entriesOf(folder)) {
      if (isHidden(path)) found.push(path);
      if (found.length === maxEntries) break;
    }
    return found;
  });
}

/** The paths in a folder, read as they are wanted: a folder may be large. None if it cannot be read. */
function* entriesOf(folder: string): Iterable<string> {
  let directory;
  try {
    directory = opendirSync(folder);
    for (let entry; (entry = directory.readSync()) !== null;) yield join(folder, entry.name);
  } catch {
    // It has none for the program either.
  } finally {
    directory?.closeSync();
  }
}
