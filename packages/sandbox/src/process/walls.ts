import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { bubblewrapArguments } from '../cpython/process/bubblewrap.js';
import { findCommand } from '../cpython/process/find-command.js';
import type { GuestCommand } from '../cpython/process/guest-process.js';
import { createStartFilter, hasFilter } from '../cpython/seccomp/filter.js';
import { plainCommand, type ProcessCommand } from './command.js';

/** A program behind walls. */
export interface WalledGuest {
  readonly guest: GuestCommand;
  /** What its last socket must get, and nothing after it: the filter. */
  readonly filter: Uint8Array;
}

/**
 * A program behind bubblewrap and the seccomp filter of `cpython()`: no network, no other process, no file but itself, its
 * libraries (where they lie beside those of this Node.js) and what is named, nothing that can be written.
 *
 * @param readable Files and folders that the program reads.
 * @returns Undefined where there is no bubblewrap, or no filter for this machine.
 */
export async function behindWalls(
  guest: GuestCommand,
  readable: readonly string[],
): Promise<WalledGuest | undefined> {
  const { arch, platform } = process;
  if (platform !== 'linux' || !hasFilter(arch)) return undefined;
  const bubblewrap = await findCommand('bwrap');
  if (bubblewrap === undefined) return undefined;
  const walls = await bubblewrapArguments({
    readOnlyPaths: [guest.command, ...libraryFolders(), ...readable],
    filterDescriptor: 3 + guest.sockets,
  });
  return {
    guest: {
      ...guest,
      command: bubblewrap,
      args: [...walls, '--', guest.command, ...guest.args],
      sockets: guest.sockets + 1,
    },
    filter: createStartFilter(arch),
  };
}

/** A process as {@link plainCommand} starts it, {@link behindWalls}. */
export async function walledCommand(
  script: string,
  readable: readonly string[],
): Promise<ProcessCommand | undefined> {
  const plain = plainCommand(script);
  const walled = await behindWalls(plain.guest, readable);
  if (walled === undefined) return undefined;
  return {
    guest: walled.guest,
    begin(sockets) {
      sockets.at(-1)?.end(walled.filter);
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
