import {
  dataText,
  DataError,
  describeValue,
  groupThousands,
  isRecord,
  headOf,
} from '@rlm/repl-types/internal';

import { McpError } from '../errors.js';

/** The deepest nesting of a result, as for other tools. */
const maxDepth = 100;

/** The longest error of a server that is passed on. */
const maxErrorChars = 2_000;

/**
 * The value of a call, as code or a model gets it: the structured content if there is any, else the text. What is
 * neither is named in a line of text.
 *
 * @throws McpError `tool_failed` if the server reports an error, `result_too_large` for more than `maxChars`
 */
export function readResult(name: string, given: unknown, maxChars: number): unknown {
  const { content, structuredContent, isError } = asResult(name, given, maxChars);
  const parts = Array.isArray(content) ? content : [];
  if (isError === true) {
    const said = headOf(parts.map(textOf).join('\n'), maxErrorChars).trim();
    throw new McpError(
      'tool_failed',
      `The MCP tool ${name} reported an error: ${said === '' ? 'it does not say which' : said}`,
    );
  }
  if (isRecord(structuredContent)) return structuredContent;
  return parts.map(textOf).join('\n');
}

/** The fields of a result, as data of ours. */
function asResult(
  name: string,
  given: unknown,
  maxChars: number,
): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = dataText(given, `the result of ${name}`, { maxDepth });
  } catch (error) {
    if (!DataError.isInstance(error)) throw error;
    throw new McpError('tool_failed', `The MCP tool ${name} returned no data: ${error.message}.`);
  }
  if (text.length > maxChars) {
    throw new McpError(
      'result_too_large',
      `The MCP tool ${name} returned ${groupThousands(text.length)} characters, and maxResultChars is ${groupThousands(maxChars)}. Ask for less.`,
    );
  }
  const result: unknown = JSON.parse(text);
  if (isRecord(result)) return result;
  throw new McpError(
    'tool_failed',
    `The MCP tool ${name} returned ${describeValue(result)} instead of { content: [...] }.`,
  );
}

/** A part of a content as text. Binary data is no text: its kind and its size stand for it. */
function textOf(part: unknown): string {
  if (!isRecord(part)) return '';
  const { type, text, resource, mimeType, data, uri } = part;
  if (type === 'text') return typeof text === 'string' ? text : '';
  if (type === 'resource' && isRecord(resource)) {
    if (typeof resource['text'] === 'string') return resource['text'];
    return shown('resource', resource['mimeType'], resource['blob'], resource['uri']);
  }
  return shown(type, mimeType, data, uri);
}

const shown = (type: unknown, mimeType: unknown, data: unknown, uri: unknown): string => {
  const size =
    typeof data === 'string' ? `${groupThousands(Math.floor((data.length * 3) / 4))} bytes` : '';
  const facts = [type, mimeType, uri, size].filter(
    (fact) => typeof fact === 'string' && fact !== '',
  );
  return `[${facts.join(', ')}: not shown]`;
};
