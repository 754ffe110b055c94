import { loadSdk } from './sdk.js';
import type { McpTransport } from './transport.js';

/** Opens the transport over the streams of this process, and calls `onGone` when the client has closed its end. */
export async function openStdio(onGone: () => void): Promise<McpTransport> {
  const { stdin, stdout } = process;
  const { StdioServerTransport } = await loadSdk(
    () => import('@modelcontextprotocol/sdk/server/stdio.js'),
  );
  // The SDK's transport does not listen for the end.
  stdin.once('end', onGone);
  stdin.once('close', onGone);
  stdout.once('error', onGone);
  return new StdioServerTransport(stdin, stdout);
}
