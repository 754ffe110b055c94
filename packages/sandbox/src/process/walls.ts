import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { bubblewrapArguments } from '../cpython/process/bubblewrap.js';
import { findCommand } from '../cpython/process/find-command.js';
import { createStartFilter, hasFilter } from '../cpython/seccomp/filter.js';
import { plainCommand, type ProcessCommand } from './command.js';

/** The descriptor from which bubblewrap reads the filter; the script's socket is 3. */
const filterDescriptor = 4;

/**
 * A process as {@link plainCommand} starts it, behind bubblewrap and a seccomp filter: no network, no other process, no
 * file but Node.js itself and what is named, nothing that can be written.
 *
 * @param readable Files and folders that the engines read.
 * @returns Undefined where there is no bubblewrap, or no filter for this machine.
 */
export async function walledCommand(
  script: string,
  readable: readonly string[],
): Promise<ProcessCommand | undefined> {
  const { arch, platform, execPath } = process;
  if (platform !== 'linux' || !hasFilter(arch)) return undefined;
  const bubblewrap = await findCommand('bwrap');
  if (bubblewrap === undefined) return undefined;
  const walls = await bubblewrapArguments({
    readOnlyPaths: [execPath, ...libraryFolders(), ...readable],
    filterDescriptor,
  });
  const plain = plainCommand(script);
  const { guest } = plain;
  return {
    guest: {
      ...guest,
      command: bubblewrap,
      args: [...walls, '--', guest.command, ...guest.args],
      sockets: 2,
    },
    begin(sockets) {
      sockets[1]?.end(createStartFilter(arch));
      return plain.begin(sockets);
    },
    isWalled: true,
  };
}

/** Folders that the shared libraries of this Node.js were loaded from. */
function libraryFolders(): readonly string[] {
  const maps = readFileSync('/proc/self/maps', 'utf8');
  const libraries = [...maps.matchAll(/ (\/\S+\.so[\d.]*)$/gm)].map(([, path = '']) => path);
  return [...new Set(libraries.map((path) => dirname(path)))];
}
