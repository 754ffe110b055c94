import { dataText, isRecord, messageOf, sha256Hex, canonicalJson } from '@rlm/repl-types/internal';

/** What a server says of the effects of a tool. Only true and false count; anything else is treated as unsafe. */
export interface McpToolHints {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** A tool as its server defines it, as frozen data. */
export interface McpToolDefinition {
  /** The server's name of the tool. */
  readonly name: string;
  readonly title?: string | undefined;
  /** On one line, whatever the server sent. */
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: McpToolHints;
  /** SHA-256 of all that the server says of the tool, in hexadecimal. */
  readonly hash: string;
}

/** A tool as it is listed, not yet read. */
export interface ListedDefinition {
  /** The server's name of the tool; empty without one. */
  readonly name: string;
  readonly given: unknown;
}

/** A definition that was read, and the characters that it has as JSON. */
export interface ReadDefinition {
  readonly definition: McpToolDefinition | UnusableDefinition;
  readonly chars: number;
}

/** A definition that cannot be used. */
export interface UnusableDefinition {
  /** The server's name of the tool; empty without one. */
  readonly name: string;
  /** Why not: a clause without a full stop. */
  readonly reason: string;
}

/** The longest name of a tool that MCP allows. */
const maxNameChars = 128;

/** The deepest nesting of a definition. */
const maxDepth = 40;

/**
 * Reads what a server says of a tool. It is a stranger's data: each part is read once, and only data of the right type
 * is kept.
 */
export async function readDefinition(
  { name, given }: ListedDefinition,
  maxChars: number,
): Promise<ReadDefinition> {
  const refuse = (reason: string): ReadDefinition => ({ definition: { name, reason }, chars: 0 });
  let text: string;
  try {
    text = dataText(given, 'the definition', { maxDepth, maxChars });
  } catch (error) {
    return refuse(messageOf(error));
  }
  if (text.length > maxChars) {
    return refuse(`its definition has ${text.length} characters, over ${maxChars}`);
  }
  const data: unknown = JSON.parse(text);
  if (!isRecord(data)) return refuse('its definition is not an object');
  if (name === '') return refuse(`it has no name of 1 to ${maxNameChars} characters`);
  const { title, description, inputSchema, annotations } = data;
  if (!isRecord(inputSchema) || inputSchema['type'] !== 'object') {
    return refuse('its inputSchema is not a JSON Schema with the type "object"');
  }
  const definition = Object.freeze<McpToolDefinition>({
    name,
    title: typeof title === 'string' ? title : undefined,
    description: typeof description === 'string' ? onOneLine(description) : '',
    inputSchema: Object.freeze(inputSchema),
    annotations: Object.freeze(hintsOf(annotations)),
    hash: await sha256Hex(new TextEncoder().encode(canonicalJson(data))),
  });
  return { definition, chars: text.length };
}

/** A text of a stranger on one line: it can begin no line of a prompt, where the host speaks. */
function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** The name of a tool that a server lists; empty if it has none that can be used. */
export function nameOf(given: unknown): string {
  try {
    const { name } = (given ?? {}) as { readonly name?: unknown };
    return typeof name === 'string' && name.length <= maxNameChars ? name : '';
  } catch {
    return '';
  }
}

function hintsOf(annotations: unknown): McpToolHints {
  if (!isRecord(annotations)) return {};
  const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
  return Object.fromEntries(
    hints.flatMap((hint) => {
      const value = annotations[hint];
      return typeof value === 'boolean' ? [[hint, value] as const] : [];
    }),
  );
}

/** Whether a tool may destroy something: unless it says that it only reads, or destroys nothing. */
export const isUnsafe = ({ annotations }: McpToolDefinition): boolean =>
  annotations.readOnlyHint !== true && annotations.destructiveHint !== false;

/** Whether a call may be repeated if it is unknown how far it got. */
export const isRepeatable = ({ annotations }: McpToolDefinition): boolean =>
  annotations.readOnlyHint === true || annotations.idempotentHint === true;
