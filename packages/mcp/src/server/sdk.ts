import { messageOf } from '@rlm/repl-types/internal';

import { McpError } from '../errors.js';

/** Loads a part of the protocol's SDK, which is an optional peer. Throws `McpError` (`sdk_missing`). */
export async function loadSdk<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    const [problem = ''] = messageOf(error).split('\n');
    throw new McpError(
      'sdk_missing',
      `@rlm/mcp/server needs the package @modelcontextprotocol/sdk: npm install @modelcontextprotocol/sdk@1 (${problem})`,
      error,
    );
  }
}
