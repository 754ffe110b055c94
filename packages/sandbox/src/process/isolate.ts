import { unavailable } from '../host/unavailable.js';
import { findCommand } from './find-command.js';
import type { ProcessCommand } from './spawn.js';
import { bubblewrapArguments } from './walls/bubblewrap.js';
import { findOutside } from './walls/find-outside.js';
import { programLibraries } from './walls/program-libraries.js';
import { createStartFilter, hasFilter } from './walls/seccomp/filter.js';

/** A command that bubblewrap isolates. */
export interface IsolatedCommand {
  readonly command: ProcessCommand;
  /** The content of its last socket: the filter, and nothing after it. Made when the program has started, which takes longer. */
  readonly filter: () => Uint8Array;
  /** Looks for paths of this computer that the program must not see. */
  readonly outside: () => readonly string[];
}

/**
 * The same command inside bubblewrap and a seccomp filter: no network, no other process, nothing writable. It sees no
 * file except itself, the libraries that it needs in an empty environment, and those named here.
 *
 * @param readable Files and folders that the program reads.
 * @throws SandboxError `backend_unavailable` if something is missing here: what, and what to do.
 */
export function isolate(command: ProcessCommand, readable: readonly string[]): IsolatedCommand {
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
  const { sockets = 0 } = command;
  const isolation = bubblewrapArguments({
    readOnlyPaths: [command.command, ...programLibraries(command.command), ...readable],
    filterDescriptor: 5 + sockets,
  });
  return {
    command: {
      ...command,
      command: bubblewrap,
      args: [...isolation, '--', command.command, ...command.args],
      sockets: sockets + 1,
    },
    filter: () => createStartFilter(arch),
    outside: () => findOutside(isolation, [command.command, ...readable]),
  };
}

/**
 * Refuses isolation in which its test has found holes, or that was not tested.
 *
 * @param holes What the test said.
 * @throws SandboxError `backend_unavailable`
 */
export function requireNoHoles(holes: unknown): void {
  if (Array.isArray(holes) && holes.length === 0) return;
  const found = Array.isArray(holes) ? holes.map(String).join(', ') : 'its test gave no result';
  throw unavailable(
    `the command bwrap does not isolate what it starts (${found.slice(0, 2_000)})`,
    'put the bubblewrap of your system first on the PATH (apt-get install bubblewrap)',
  );
}
