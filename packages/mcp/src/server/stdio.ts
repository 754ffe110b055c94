import type { Readable, Writable } from 'node:stream';

import { loadSdk } from './sdk.js';
import type { McpTransport } from './transport.js';

/** The streams of a process that a client started. */
export interface StdioStreams {
  /** Default: `process.stdin`. */
  readonly stdin?: Readable | undefined;
  /** Default: `process.stdout`. Nothing else may be written to it. */
  readonly stdout?: Writable | undefined;
}

/** Opens the transport over the streams of this process, and calls `onGone` when the client has closed its end. */
export async function openStdio(
  { stdin = process.stdin, stdout = process.stdout }: StdioStreams,
  onGone: () => void,
): Promise<McpTransport> {
  const { StdioServerTransport } = await loadSdk(
    () => import('@modelcontextprotocol/sdk/server/stdio.js'),
  );
  // The SDK's transport does not listen for the end.
  stdin.once('end', onGone);
  stdin.once('close', onGone);
  stdout.once('error', onGone);
  return new StdioServerTransport(stdin, stdout);
}
