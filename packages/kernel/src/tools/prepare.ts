import { awaitHook, isRecord } from '@rlm/repl-types/internal';

import type { ActionCall } from './action-call.js';
import { findJsonFault, looksLikeJson } from './json-fault.js';
import { renderIssues } from './render-issues.js';
import type { StandardSchema } from './standard-schema.js';
import type { Tool, ToolSet } from './types.js';

/** A call that can be made, or the reason why not. */
export type PreparedCall =
  | { readonly tool: Tool; readonly input: unknown; readonly refusal?: undefined }
  | { readonly refusal: string };

/** The first stage of a call: finds the tool and checks the input. Rejects only if a schema throws. */
export async function prepareCall(call: ActionCall, tools: ToolSet): Promise<PreparedCall> {
  const tool = tools.get(call.action);
  if (tool === undefined) {
    return { refusal: `there is no tool "${call.action}". Tools: ${tools.names.join(', ')}` };
  }
  const given = readGiven(call);
  if (tool.isRaw === true) return { tool, input: 'data' in given ? given.data : given.text };
  if (tool.input === undefined) return { tool, input: toText(given, call.source) };
  if (call.source === 'native' && 'text' in given) {
    return { refusal: notJson(call.action, String(given.text)) };
  }
  const checked = await check(tool, tool.input, candidates(given));
  if (checked.refusal === undefined || !('text' in given)) return checked;
  const body = String(given.text);
  return isBrokenJson(body, tool) ? { refusal: notJson(tool.name, body) } : checked;
}

/** Says that arguments are no JSON, why, and what was read. */
function notJson(name: string, text: string): string {
  const { what, read } = findJsonFault(text) ?? { what: '', read: '' };
  return `the arguments of ${name} are not JSON: ${what}. Read: ${read}`;
}

/** Whether a refused body is no JSON, though JSON was meant or needed. */
function isBrokenJson(body: string, { inputSchema: { type } }: Tool): boolean {
  if (body.trim() === '' || findJsonFault(body) === null) return false;
  return looksLikeJson(body) || type === 'object' || type === 'array';
}

/**
 * The arguments of a call as data: for a tool that takes data, JSON text is parsed, and other text
 * stays text.
 */
export function readArguments(call: ActionCall, tool: Tool | undefined): unknown {
  const given = readGiven(call);
  if ('data' in given) return given.data;
  return tool?.input === undefined ? given.text : candidates(given)[0];
}

type Given = { readonly text: unknown } | { readonly data: unknown };

function readGiven({ source, arguments: given }: ActionCall): Given {
  switch (source) {
    case 'text':
      return { text: given };
    case 'native':
      return readNative(given);
    case 'code':
      return { data: given };
  }
}

function readNative(value: unknown): Given {
  if (typeof value !== 'string') return { data: value ?? {} };
  if (value.trim() === '') return { data: {} };
  try {
    return { data: JSON.parse(value) as unknown };
  } catch {
    return { text: value };
  }
}

/**
 * The input of a tool without a schema: text as it is, anything else as JSON. A native call has its
 * text in `input`.
 */
function toText(given: Given, source: ActionCall['source']): string {
  if ('text' in given) return String(given.text);
  const { data } = given;
  if (isRecord(data)) {
    const names = Object.keys(data);
    if (names.length === 0 && source === 'native') return '';
    if (names.length === 1 && 'input' in data) return textOf(data['input']);
  }
  return textOf(data);
}

function textOf(data: unknown): string {
  if (data === undefined) return '';
  return typeof data === 'string' ? data : JSON.stringify(data);
}

/**
 * The possible values of a call's input: a text body may be JSON or the value itself; an empty or
 * missing one may be an empty object.
 */
function candidates(given: Given): readonly unknown[] {
  if ('data' in given) return given.data === undefined ? [undefined, {}] : [given.data];
  const text = String(given.text);
  if (text.trim() === '') return [{}, text];
  try {
    return [JSON.parse(text), text];
  } catch {
    return [text];
  }
}

async function check(
  tool: Tool,
  schema: StandardSchema,
  values: readonly unknown[],
): Promise<PreparedCall> {
  let fault = '';
  for (const value of values) {
    const result = await awaitHook(() => schema['~standard'].validate(value));
    if (result.issues === undefined) return { tool, input: result.value };
    if (fault === '') fault = renderIssues(result.issues);
  }
  return { refusal: `the arguments of ${tool.name} are wrong: ${fault}` };
}
