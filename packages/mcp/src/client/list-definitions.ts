import {
  awaitHook,
  describeValue,
  isRecord,
  messageOf,
  untilAborted,
} from '@rlm/repl-types/internal';

import { McpError } from '../errors.js';
import { nameOf, type ListedDefinition } from './definition.js';
import type { McpClient, McpRequestOptions } from './mcp-client.js';

/** What bounds a list of tools. */
export interface ListLimits {
  readonly timeoutMs: number;
  readonly maxTools: number;
}

/** The most pages of a list: a server may name another one for ever. */
const maxPages = 100;

/** All pages of a server's list of tools, whose definitions are not read. Throws `McpError` (`invalid_tool_list`) for what is no such list. */
export async function listDefinitions(
  client: McpClient,
  { timeoutMs, maxTools }: ListLimits,
  signal?: AbortSignal,
): Promise<readonly ListedDefinition[]> {
  const found: ListedDefinition[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; ; page += 1) {
    if (page === maxPages) throw refuse(`it has more than ${maxPages} pages`);
    const params = cursor === undefined ? undefined : { cursor };
    const { tools, nextCursor } = await readPage(client, params, timeoutMs, signal);
    for (const tool of tools) {
      if (found.length === maxTools) {
        throw refuse(`it has more than ${maxTools} tools. Raise maxTools to take them`);
      }
      found.push({ name: nameOf(tool), given: tool });
    }
    if (nextCursor === undefined) return found;
    if (seen.has(nextCursor)) throw refuse('its pages go in a circle');
    seen.add(nextCursor);
    cursor = nextCursor;
  }
}

async function readPage(
  client: McpClient,
  params: { readonly cursor: string } | undefined,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly tools: readonly unknown[]; readonly nextCursor: string | undefined }> {
  const options: McpRequestOptions = { timeout: timeoutMs, signal };
  let page: unknown;
  try {
    const asked = awaitHook(() => client.listTools(params, options));
    // A client of another kind may know no time limit.
    page = await untilAborted(asked, AbortSignal.timeout(timeoutMs));
  } catch (error) {
    signal?.throwIfAborted();
    throw refuse(`the server did not give it: ${messageOf(error)}`, error);
  }
  if (!isRecord(page) || !Array.isArray(page['tools'])) {
    throw refuse(`expected { tools: [...] }, got ${describeValue(page)}`);
  }
  const { nextCursor } = page;
  return {
    tools: page['tools'] as readonly unknown[],
    // Some servers end their list with an empty cursor.
    nextCursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined,
  };
}

const refuse = (reason: string, cause?: unknown): McpError =>
  new McpError('invalid_tool_list', `The server's list of tools cannot be used: ${reason}.`, cause);
