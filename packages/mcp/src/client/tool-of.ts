import type { StandardSchema, Tool } from '@rlm/kernel';
import { awaitHook, describeValue, isRecord, untilAborted } from '@rlm/repl-types/internal';

import { McpError } from '../errors.js';
import { isRepeatable, isUnsafe, readDefinition, type McpToolDefinition } from './definition.js';
import { listDefinitions, type ListLimits } from './list-definitions.js';
import type { McpClient } from './mcp-client.js';
import type { McpToolsOptions } from './options.js';
import { readResult } from './read-result.js';

/** Makes the tools of approved definitions, each with its name in the run. */
export function createTools(
  client: McpClient,
  approved: readonly (readonly [name: string, definition: McpToolDefinition])[],
  limits: ListLimits,
  { approve, maxResultChars = 1_000_000 }: McpToolsOptions,
  maxDefinitionChars: number,
): readonly Tool[] {
  const requireSame = createComparison(client, limits, maxDefinitionChars);
  return approved.map(([name, definition]) => {
    const approval = approvalOf(definition, approve);
    return Object.freeze<Tool>({
      name,
      description: definition.description,
      input: argumentsSchema,
      inputSchema: definition.inputSchema,
      timeoutMs: limits.timeoutMs,
      repeatable: isRepeatable(definition),
      approval,
      async execute(input: Record<string, unknown>, { abortSignal }) {
        await untilAborted(requireSame(definition), abortSignal);
        const params = { name: definition.name, arguments: input };
        const options = { signal: abortSignal, timeout: limits.timeoutMs };
        const result = await awaitHook(() => client.callTool(params, undefined, options));
        return readResult(definition.name, result, maxResultChars);
      },
    });
  });
}

function approvalOf(
  definition: McpToolDefinition,
  approve: McpToolsOptions['approve'] = isUnsafe(definition),
): Tool['approval'] {
  if (approve === false) return undefined;
  if (approve === true) return () => true;
  return (input) => awaitHook(() => approve(definition, input));
}

/** The arguments of a call are an object; what is in it, the server checks. */
const argumentsSchema: StandardSchema = Object.freeze({
  '~standard': Object.freeze({
    version: 1,
    vendor: 'mcp',
    validate: (value: unknown) =>
      isRecord(value)
        ? { value }
        : {
            issues: [
              { message: `Expected an object with the arguments, got ${describeValue(value)}.` },
            ],
          },
  }),
});

/**
 * Compares the definition of a tool with the server's: the list is asked for again before each call, and of its definitions only
 * that of the tool is read. Calls that begin meanwhile share the list.
 */
function createComparison(
  client: McpClient,
  limits: ListLimits,
  maxChars: number,
): (approved: McpToolDefinition) => Promise<void> {
  let reading: ReturnType<typeof listDefinitions> | undefined;
  return async ({ name, hash }) => {
    reading ??= listDefinitions(client, limits).finally(() => {
      reading = undefined;
    });
    const found = (await reading).filter((tool) => tool.name === name);
    const [only] = found;
    if (found.length === 1 && only !== undefined) {
      const { definition } = await readDefinition(only, maxChars);
      if ('hash' in definition && definition.hash === hash) return;
    }
    const what = found.length === 0 ? 'is no longer there' : 'has changed since it was approved';
    throw new McpError(
      'tool_changed',
      `The MCP tool ${name} was not called: its definition ${what}. Call mcpTools() again, and approve it.`,
    );
  };
}
