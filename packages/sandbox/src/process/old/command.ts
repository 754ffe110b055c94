import { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';

import type { ProcessCommand as GuestCommand } from '../spawn.js';
import { isolateGuest } from './isolate-guest.js';
import type { RemoteRecipe } from './remote-recipe.js';
import { startThreadText, type ThreadRoom } from './thread.js';

/**
 * Reads a script from socket 3 (its length, then its text) and runs it with the rest of the connection. The environment
 * is empty: everything else that the script must know comes through the connection too. Its thread, if it has one, starts
 * meanwhile.
 *
 * All bytes come through one piece of memory: pieces of their own would be garbage, of which 20 MB gather while a long
 * text arrives. It is a part of a larger one, so that no one takes bytes that come for memory of their own.
 */
const bootstrapOf = (thread: ThreadRoom | undefined): string => `
const thread = ${thread && startThreadText(thread)};
let held = Buffer.alloc(0);
let take = (bytes) => {
  held = Buffer.concat([held, bytes]);
  const end = held.length < 4 ? Infinity : 4 + held.readUInt32LE(0);
  if (held.length < end) return;
  const script = held.toString('utf8', 4, end);
  new Function('require', 'socket', 'thread', 'listen', script)(require, socket, thread, (listener) => {
    take = listener;
    take(held.subarray(end));
  });
};
const buffer = Buffer.allocUnsafeSlow(65537).subarray(1);
const socket = new (require('node:net').Socket)({
  fd: 3,
  onread: { buffer, callback: (length) => (take(buffer.subarray(0, length)), true) },
});
`;

/** How a process of engines is started. */
export interface ProcessCommand {
  readonly guest: GuestCommand;
  /** If the operating system isolates it: looks for paths that it must not see, with which it tests its isolation. */
  readonly outside?: (() => Promise<readonly string[]>) | undefined;
  /** The first bytes for its socket; the other sockets are served. */
  begin(sockets: readonly Duplex[]): Iterable<Uint8Array>;
}

/**
 * A process of this Node.js, with an empty environment and no open file but its own.
 *
 * @param files Descriptors of this process that it gets too.
 */
export function plainCommand(
  { script, thread }: Pick<RemoteRecipe, 'script' | 'thread'>,
  files: readonly number[] = [],
): ProcessCommand {
  return {
    guest: {
      command: process.execPath,
      args: ['-e', bootstrapOf(thread)],
      env: {},
      sockets: 1,
      files,
    },
    begin: () => scriptBytes(script),
  };
}

/**
 * The same, isolated.
 *
 * @throws SandboxError `backend_unavailable` if that cannot be had here
 */
export function isolatedCommand(
  remote: Pick<RemoteRecipe, 'script' | 'thread' | 'readable'>,
  files: readonly number[] = [],
): ProcessCommand {
  const plain = plainCommand(remote, files);
  const { guest, filter, outside } = isolateGuest(plain.guest, remote.readable());
  return {
    guest,
    outside,
    begin(sockets) {
      sockets.at(-1)?.end(filter());
      return plain.begin(sockets);
    },
  };
}

function scriptBytes(script: string): readonly Uint8Array[] {
  const text = Buffer.from(script);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return [length, text];
}

/**
 * Why this runtime cannot start another copy of itself; undefined if it can. In a single executable, or in an
 * application's shell, `process.execPath` is the application.
 */
export function whyNoProcess(): string | undefined {
  const { versions } = process;
  for (const name of ['electron', 'bun', 'deno', 'nw'] as const) {
    if (versions[name] !== undefined) return `${name} is not a Node.js that can be started again`;
  }
  const sea = process.getBuiltinModule('node:sea') as { isSea?: () => boolean } | undefined;
  if (sea?.isSea?.() === true) return 'this program is a single executable';
  return undefined;
}
