import { isRecord } from '@rlm/repl-types/internal';
import { parseCodeBlocks, proseOf } from '@rlm/termination/internal';

const nameKeys = [
  'name',
  'tool',
  'tool_name',
  'toolName',
  'function',
  'function_name',
  'action',
  'recipient_name',
];
/** What a key of arguments is, or ends with: `tool_args`, `action_input`. */
const argumentKey = /^(?:\w{1,20}_)?(?:arguments|parameters|args|params|input|kwargs)$/;
/** Keys whose value is a call or a list of calls. */
const wrapperKeys = [
  'tool_calls',
  'toolCalls',
  'tool_call',
  'tool_uses',
  'function_call',
  'functionCall',
  'function',
  'calls',
  'actions',
  'tools',
];
/** Whoever writes one of these means calls; what the others hold may be data. */
const certainKey = /call|use/i;
const callTypes = ['function_call', 'tool_call', 'tool_use'];

/** What templates put before, between and behind calls. */
const marks =
  /\[\/?(?:TOOL_CALLS?|TOOL_REQUEST|END_TOOL_REQUEST|ARGS|CALL_ID)\]|<[|\uff5c][^<>|\uff5c\n]{1,40}[|\uff5c]>|<\/?(?:tool_calls?|function_calls?|tools?|functions?|s)>/gi;
const prefix = /^(?:functions?|tools?|default_api|multi_tool_use)[.:]/;
const deepest = 4;

/** The words that some models write before a call. */
const label =
  /^(?:json|assistant|functools|action|(?:tool|function)[ _]calls?)\s{0,3}:?\s{0,3}(?=[[{])/i;

/** The call of a text that is no JSON, as far as it can be known. */
const quote = `["'\u2018\u2019\u201c\u201d]`;
const asideKeys = [...wrapperKeys, 'type', 'id', 'index', 'thoughts?', 'thinking', 'reasoning'];
const brokenCall = new RegExp(
  `^[\\s[{]{1,20}(?:${quote}?(?:${asideKeys.join('|')})${quote}?\\s{0,9}:\\s{0,9}` +
    `(?:${quote}[^"'\\n\u2018\u2019\u201c\u201d]{0,200}${quote}\\s{0,9},)?[\\s[{]{0,20}){0,4}` +
    `${quote}?(?:${nameKeys.join('|')})${quote}?\\s{0,9}:\\s{0,9}` +
    `${quote}([^"'\\n\u2018\u2019\u201c\u201d]{1,200})${quote}`,
);
const brokenArguments = new RegExp(
  `(?:arguments|parameters|args|params|input|kwargs)${quote}?\\s{0,9}:`,
);

/**
 * The tools that a reply calls as JSON, if it is nothing but such calls; else an empty list. The
 * JSON may be in a fence, behind the marks of a template, or slightly broken. Such a reply is never
 * meant for a person, and it is no action: it may be a quotation.
 *
 * @param finishNames tools that no data is named after
 */
export function findJsonCalls(
  whole: string,
  names: readonly string[],
  finishNames: readonly string[],
): readonly string[] {
  if (!whole.includes('{')) return [];
  const text = endsOf(whole);
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const registered = (name: string): string | undefined =>
    known.get(name.trim().replace(prefix, '').toLowerCase());
  const prose = unquoted(proseOf(text, { keepBlocks: true }));
  const plain = unquoted(prose.replace(marks, ' ').trim().replace(label, ''));
  const isMarked = prose.search(marks) === 0;
  const called = isBracketed(plain)
    ? callsIn(plain, isMarked, finishNames)
    : isMarked
      ? headOf(plain)
          .filter((word) => registered(word) !== undefined)
          .slice(0, 1)
      : [];
  return [...new Set(called.map(registered).filter((name) => name !== undefined))];
}

/** A text of more characters is read at its ends only. */
const maxChars = 200_000;

/** A text, or the ends of a long one: JSON whose middle is missing is read as JSON that is broken. */
function endsOf(text: string): string {
  if (text.length <= maxChars) return text;
  return `${text.slice(0, maxChars / 2)}\n${text.slice(-maxChars / 2)}`;
}

/** A text without the fences or the backquotes around it. */
function unquoted(text: string): string {
  const blocks = proseOf(text) === '' ? parseCodeBlocks(text) : [];
  if (blocks.length > 0)
    return blocks
      .map(({ code }) => code)
      .join('\n')
      .trim();
  return text
    .trim()
    .replace(/^`([^`]*)`$/, '$1')
    .trim();
}

function isBracketed(text: string): boolean {
  return /^[[{]/.test(text) && /[\]}"',;]$/.test(text);
}

/** The words before the arguments of `[TOOL_CALLS]name{...}`. */
function headOf(text: string): readonly string[] {
  const end = text.search(/[{[]/);
  return end === -1 || end > 200 || !/[\]}]$/.test(text)
    ? []
    : (text.slice(0, end).match(/[\w.-]+/g) ?? []);
}

function callsIn(
  text: string,
  isCertain: boolean,
  finishNames: readonly string[],
): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const head = text.slice(0, 2_000);
    const name = brokenCall.exec(head)?.[1];
    return name !== undefined && (isCertain || brokenArguments.test(head)) ? [name] : [];
  }
  return readCalls(value, isCertain, finishNames, deepest) ?? [];
}

/** The names that a value calls; null if it is anything but calls. */
function readCalls(
  value: unknown,
  isCertain: boolean,
  finishNames: readonly string[],
  depth: number,
): readonly string[] | null {
  if (depth === 0) return null;
  if (Array.isArray(value)) {
    const all = value.map((each) => readCalls(each, isCertain, finishNames, depth - 1));
    return value.length > 0 && !all.includes(null) ? all.flatMap((each) => each ?? []) : null;
  }
  if (!isRecord(value)) return null;
  for (const key of wrapperKeys) {
    if (typeof value[key] !== 'object') continue;
    const inner = readCalls(value[key], isCertain || certainKey.test(key), finishNames, depth - 1);
    if (inner !== null) return inner;
  }
  const [only, ...others] = Object.keys(value);
  if (only !== undefined && others.length === 0 && finishNames.includes(only)) return [only];
  const name = nameKeys.map((key) => value[key]).find((each) => typeof each === 'string');
  if (typeof name !== 'string' || isDefinition(value)) return null;
  const isCall =
    isCertain ||
    finishNames.includes(name) ||
    callTypes.includes(String(value['type'])) ||
    Object.keys(value).some((key) => argumentKey.test(key));
  return isCall ? [name] : null;
}

/** Whether an object describes a tool, as a list of tools for a model does. */
function isDefinition({
  description,
  parameters,
  input_schema: schema,
}: Readonly<Record<string, unknown>>): boolean {
  return typeof description === 'string' && [parameters, schema].some(isRecord);
}
