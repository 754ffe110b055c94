import { Buffer } from 'node:buffer';

import type { SandboxLimits } from '../contract/limits.js';
import { probeFailure, unavailable } from '../host/unavailable.js';
import type { GuestCommand } from '../os/guest-process.js';
import { whyNoProcess } from '../process/command.js';
import { isolateGuest } from '../process/isolate-guest.js';
import type { V8Options } from './options.js';

const megabyte = 1024 * 1024;
const otherwise = 'use quickjs(), which runs everywhere';

/** Memory of the process that is no cell's: Node.js, the stacks of its threads, the session's own code, texts on their way. */
const processBytes = 192 * megabyte;
/** The part of it that is in V8's heap. */
const heapBytes = 24 * megabyte;

/**
 * Reads a script from socket 3 (its length, then its text) and runs it with the rest of the connection. Functions cannot
 * be made from text in this realm; a script can.
 */
const bootstrap = `'use strict';
const { Script } = require('node:vm');
const socket = new (require('node:net').Socket)({ fd: 3 });
let size;
const read = () => {
  size ??= socket.read(4)?.readUInt32LE(0);
  const script = size === undefined ? null : socket.read(size);
  if (script === null) return void socket.once('readable', read);
  const source = '(function (require, socket) {' + script.toString() + '\\n})';
  new Script(source, { filename: 'v8-process.cjs' }).runInThisContext()(require, socket);
};
read();
`;

/** Sets the limits of the process that follows, which cannot raise them: core dumps, files, descriptors, memory, CPU time. */
const limitScript =
  'ulimit -c 0 && ulimit -f 0 && ulimit -n 128 && ulimit -d "$1" && ulimit -t "$2" && shift 2 && exec "$@"';

/** How to start a process for a session. */
export interface StartPlan {
  readonly guest: GuestCommand;
  /** The content of its last socket. */
  readonly filter: Uint8Array;
  /** Paths of this computer that it must not see. */
  readonly outside: readonly string[];
  /** The memory that the system lets it have. */
  readonly dataBytes: number;
}

/** What is the same for all sessions on this computer. */
export interface Isolation extends Pick<StartPlan, 'filter' | 'outside'> {
  /** The command up to the flags of Node.js. */
  readonly guest: GuestCommand;
}

/**
 * Looks up how a process is isolated here.
 *
 * @throws SandboxError `backend_unavailable`: what is missing, and what to do
 */
export async function planIsolation({ bubblewrap }: Required<V8Options>): Promise<Isolation> {
  const reason = whyNoProcess();
  if (reason !== undefined) throw unavailable(`v8() does not start: ${reason}`, otherwise);
  if (!process.features.inspector) {
    throw unavailable('v8() does not start: this Node.js has no inspector', otherwise);
  }
  const guest = { command: process.execPath, args: [], env: {}, sockets: 2 };
  try {
    const isolated = isolateGuest(guest, [], bubblewrap);
    return {
      guest: isolated.guest,
      filter: isolated.filter(),
      outside: await isolated.outside(),
    };
  } catch (cause) {
    const failure = probeFailure(cause);
    const hint = failure.hint === undefined ? otherwise : `${failure.hint}, or ${otherwise}`;
    throw unavailable(`v8() does not start: ${failure.reason}`, hint, cause);
  }
}

/** Plans the process of a session with its limits. */
export function planStart(isolation: Isolation, limits: SandboxLimits): StartPlan {
  const { guest, filter, outside } = isolation;
  const dataBytes = limits.memoryBytes + processBytes;
  const cpuSeconds = Math.ceil((limits.sessionTimeoutMs * 2) / 1000) + 60;
  const heapMegabytes = Math.ceil((limits.memoryBytes + heapBytes) / megabyte);
  const amounts = [Math.ceil(dataBytes / 1024), cpuSeconds].map(String);
  const flags = [
    `--max-old-space-size=${heapMegabytes}`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ];
  return {
    guest: {
      ...guest,
      command: '/bin/sh',
      args: [
        '-c',
        limitScript,
        'sh',
        ...amounts,
        guest.command,
        ...guest.args,
        ...flags,
        '-e',
        bootstrap,
      ],
      env: { TZ: 'UTC', LANG: 'C.UTF-8' },
    },
    filter,
    outside,
    dataBytes,
  };
}

/** The first bytes for the process's socket: its script. */
export function scriptBytes(script: string): readonly Uint8Array[] {
  const text = Buffer.from(script);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return [length, text];
}
