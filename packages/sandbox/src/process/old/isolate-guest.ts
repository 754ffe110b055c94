import { bubblewrapArguments } from '../walls/bubblewrap.js';
import { findCommand } from '../find-command.js';
import { findOutside } from '../walls/find-outside.js';
import type { ProcessCommand } from '../spawn.js';
import { programLibraries } from '../walls/program-libraries.js';
import { createStartFilter, hasFilter } from '../walls/seccomp/filter.js';
import { unavailable } from '../../host/unavailable.js';

/** A program that bubblewrap isolates. */
export interface IsolatedGuest {
  readonly guest: ProcessCommand;
  /** The content of its last socket: the filter, and nothing after it. Made when the program has started, which takes longer. */
  readonly filter: () => Uint8Array;
  /** Looks for paths of this computer that the program must not see. */
  readonly outside: () => Promise<readonly string[]>;
}

/**
 * Plans a program inside bubblewrap and the seccomp filter of `cpython()`: no network, no other process, nothing
 * writable. It sees no file except itself, the libraries that it needs in an empty environment, and those named here.
 *
 * @param readable Files and folders that the program reads.
 * @throws SandboxError `backend_unavailable` if something is missing here: what, and what to do.
 */
export function isolateGuest(guest: ProcessCommand, readable: readonly string[]): IsolatedGuest {
  const { arch, platform } = process;
  if (platform !== 'linux') {
    const hint = 'run the host in a Linux container or virtual machine to get it';
    throw unavailable(`it needs Linux with bubblewrap, and this is ${platform}`, hint);
  }
  if (!hasFilter(arch)) {
    throw unavailable(`it needs x64 or arm64, and this is ${arch}`, 'use another computer');
  }
  const bubblewrap = findCommand('bwrap');
  if (bubblewrap === undefined) {
    const hint = 'install bubblewrap (apt-get install bubblewrap)';
    throw unavailable('there is no command bwrap on the PATH', hint);
  }
  const isolation = bubblewrapArguments({
    readOnlyPaths: [guest.command, ...programLibraries(guest.command), ...readable],
    filterDescriptor: 3 + guest.sockets,
  });
  return {
    guest: {
      ...guest,
      command: bubblewrap,
      args: [...isolation, '--', guest.command, ...guest.args],
      sockets: guest.sockets + 1,
    },
    filter: () => createStartFilter(arch),
    outside: () => findOutside(isolation, [guest.command, ...readable]),
  };
}
