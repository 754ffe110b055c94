import type { Tool } from '@rlm/kernel';
import { checkOptions, required, trueOrFalse } from '@rlm/repl-types/options';
import {
  awaitHook,
  checkOption,
  mismatch,
  nextTurn,
  refuseOption,
  withMethods,
} from '@rlm/repl-types/internal';

import {
  readDefinition,
  type ListedDefinition,
  type McpToolDefinition,
  type UnusableDefinition,
} from './definition.js';
import { listDefinitions } from './list-definitions.js';
import type { McpClient } from './mcp-client.js';
import { optionRules, type McpToolsOptions } from './options.js';
import { reservedName } from './reserved-name.js';
import { createTools } from './tool-of.js';

/** A tool of the server that is not offered. */
export interface RefusedMcpTool {
  /** The server's name of it; empty without one. */
  readonly name: string;
  /** Why not: a clause without a full stop. */
  readonly reason: string;
}

/** The tools of a server. */
export interface McpTools {
  /** For the option `tools` of a run, in the server's order. */
  readonly tools: readonly Tool[];
  /**
   * SHA-256 of every approved definition, by the server's name. Keep it, and pass it as `pins` the next time: then a
   * definition that has changed meanwhile is refused.
   */
  readonly pins: Readonly<Record<string, string>>;
  /** The server's tools that are not offered, and why. Tools that `include` leaves out are not among them. */
  readonly refused: readonly RefusedMcpTool[];
}

/**
 * Makes tools of an MCP server's tools, for every loop and for the REPL of `runRlm`.
 *
 * - Each call first compares the tool's definition with the approved one. A tool whose description, schema or hints have
 *   changed is refused (`tool_changed`)
 * - A call returns the structured content, else the text. An error of the server is an error of the tool (`tool_failed`)
 * - The server checks the arguments. A call sends data alone: nothing of the run, its files or its keys
 *
 * @param client A connected `Client` of `@modelcontextprotocol/sdk`. It stays yours: close it after the run.
 * @throws McpError `invalid_tool_list` for a list that cannot be used
 * @throws InvalidOptionError For a wrong option, and for a name in `include` that the server does not have
 *
 * @example
 * const { tools } = await mcpTools(client, { prefix: 'fs_' });
 * const run = runRlm({ model, sandbox, query, tools, approve: askUser });
 */
export async function mcpTools(
  client: McpClient,
  options: McpToolsOptions = {},
): Promise<McpTools> {
  checkOption('client', client, required(clientRule), refuseOption);
  checkOptions(options, optionRules(), refuseOption);
  const { include, prefix = '', pins, abortSignal } = options;
  const limits = {
    timeoutMs: options.timeoutMs ?? 60_000,
    maxTools: options.maxTools ?? 256,
  };
  const { maxDefinitionChars = 20_000, maxAllDefinitionChars = 200_000 } = options;
  const listed = await listDefinitions(client, limits, abortSignal);
  requireNames(include, listed);
  const wanted = listed.filter(({ name }) => include?.includes(name) ?? true);
  const read = await readAll(wanted, maxDefinitionChars, maxAllDefinitionChars);
  const { named, refused } = nameTools(read, prefix);
  const approved: [name: string, definition: McpToolDefinition][] = [];
  for (const [name, definition] of named) {
    const reason = await whyRefused(definition, options);
    if (reason === undefined) approved.push([name, definition]);
    else refused.push({ name: definition.name, reason });
  }
  const accepted = approved.map(([, { name, hash }]) => [name, hash] as const);
  return Object.freeze<McpTools>({
    tools: Object.freeze(createTools(client, approved, limits, options, maxDefinitionChars)),
    pins: Object.freeze({ ...pins, ...Object.fromEntries(accepted) }),
    refused: Object.freeze(refused.map((tool) => Object.freeze(tool))),
  });
}

const clientRule = withMethods('a connected MCP client', ['listTools', 'callTool']);

/** A misspelled name would silently offer less. */
function requireNames(
  include: readonly string[] | undefined,
  listed: readonly { readonly name: string }[],
): void {
  const missing = include?.find((name) => !listed.some((tool) => tool.name === name));
  if (missing === undefined) return;
  const known = listed.map(({ name }) => name).slice(0, 50);
  throw refuseOption(
    mismatch(
      'include',
      'names of tools that the server has',
      JSON.stringify(missing),
      `It has: ${known.join(', ')}.`,
    ),
  );
}

/** Reads definitions one after the other, as many as their sum allows, and lets go of the thread between them. */
async function readAll(
  listed: readonly ListedDefinition[],
  maxChars: number,
  maxSum: number,
): Promise<readonly (McpToolDefinition | UnusableDefinition)[]> {
  const read: (McpToolDefinition | UnusableDefinition)[] = [];
  let sum = 0;
  for (const each of listed) {
    await nextTurn();
    const { definition, chars } = await readDefinition(each, maxChars);
    const fits = sum + chars <= maxSum;
    if (fits) sum += chars;
    const reason = `its definition and those before it have over ${maxSum} characters (maxAllDefinitionChars)`;
    read.push(fits ? definition : { name: each.name, reason });
  }
  return read;
}

/** Names the usable tools. Two that would have the same name are both refused: it is unclear which one was approved. */
function nameTools(
  listed: readonly (McpToolDefinition | UnusableDefinition)[],
  prefix: string,
): {
  readonly named: ReadonlyMap<string, McpToolDefinition>;
  readonly refused: RefusedMcpTool[];
} {
  const refused: RefusedMcpTool[] = [];
  const byName = new Map<string, McpToolDefinition[]>();
  for (const tool of listed) {
    const name = toolNameOf(prefix, tool.name);
    if ('reason' in tool) refused.push(tool);
    else if (name === undefined) {
      const reason = `"${prefix}${tool.name}" makes no name of at most 64 letters, digits and "_"`;
      refused.push({ name: tool.name, reason });
    } else if (reservedName(name) !== undefined) {
      refused.push({ name: tool.name, reason: `${reservedName(name)}. Choose a prefix` });
    } else byName.set(name, [...(byName.get(name) ?? []), tool]);
  }
  const named = new Map<string, McpToolDefinition>();
  for (const [name, tools] of byName) {
    const [only] = tools;
    if (only !== undefined && tools.length === 1) named.set(name, only);
    else {
      const reason = `${tools.length} tools of the server would have the name ${name}`;
      refused.push(...tools.map((tool) => ({ name: tool.name, reason })));
    }
  }
  return { named, refused };
}

/** Why a definition is refused; undefined if it is approved. */
async function whyRefused(
  definition: McpToolDefinition,
  { pins, approveDefinition }: McpToolsOptions,
): Promise<string | undefined> {
  const { name, hash } = definition;
  if (pins === undefined) return undefined;
  const pinned = Object.hasOwn(pins, name) ? pins[name] : undefined;
  if (pinned === hash) return undefined;
  if (approveDefinition !== undefined) {
    const answer: unknown = await awaitHook(() => approveDefinition({ definition, pinned }));
    checkOption('approveDefinition', answer, required(trueOrFalse), refuseOption);
    if (answer === true) return undefined;
  }
  return pinned === undefined
    ? 'it is new, and was not approved'
    : 'its definition has changed since it was approved';
}

/** The longest name of a tool that models take. */
const maxChars = 64;

/**
 * The name of a tool in a run: `prefix` and the server's name, with `_` for everything that is no letter, digit or `_`,
 * so that code can call it too. Undefined if nothing usable is left.
 */
function toolNameOf(prefix: string, name: string): string | undefined {
  const plain = `${prefix}${name}`.replaceAll(/[^A-Za-z0-9_]/g, '_');
  const started = /^[0-9]/.test(plain) ? `_${plain}` : plain;
  return /[A-Za-z0-9]/.test(started) && started.length <= maxChars ? started : undefined;
}
