import type { SandboxLimits } from '../../contract/limits.js';
import type { EngineDialects, FinalFrame } from '../../contract/frames.js';
import { maxArguments, type WorkerEvent } from '../protocol/events.js';
import { readFields, readRun } from '../protobuf/reader.js';
import { decodeScalar } from '../values/decode-value.js';
import { NoData } from '../values/no-data.js';
import { requireBytes, toJsonTexts } from '../values/write-json.js';
import { isIdentifier } from './names.js';

/** A call that the worker is suspended in. */
export type Call = Extract<WorkerEvent, { readonly kind: 'call' }>;

/** The request of a FINAL, FINAL_VAR or SUBMIT. */
export type FinalRequest =
  | { readonly kind: 'value'; readonly frame: FinalFrame }
  | { readonly kind: 'variable'; readonly name: string };

/** Names that a dialect defines. */
export function finalNames(dialects: EngineDialects): readonly string[] {
  return [
    ...(dialects.includes('final') ? ['FINAL', 'FINAL_VAR'] : []),
    ...(dialects.includes('submit') ? ['SUBMIT'] : []),
  ];
}

/** Reads the call. Throws NoData for a value that is not data, and TypeError for arguments that do not fit. */
export function readFinal(call: Call, limits: SandboxLimits): FinalRequest {
  const { positional, named } = readArguments(call, limits);
  if (call.name === 'SUBMIT') return final('submit', submitted(positional, named), limits);
  const value = onlyValue(call.name, [...positional, ...named.map(({ value: json }) => json)]);
  if (call.name === 'FINAL_VAR' && value.startsWith('"')) {
    const wanted = (JSON.parse(value) as string)
      .trim()
      .replace(/^["']|["']$/g, '')
      .trim();
    if (isIdentifier(wanted)) return { kind: 'variable', name: wanted };
  }
  return final('direct', value, limits);
}

function onlyValue(name: string, values: readonly string[]): string {
  const [only] = values;
  if (only !== undefined && values.length === 1) return only;
  const usage = name === 'FINAL' ? 'an answer: FINAL(answer)' : 'a name: FINAL_VAR("name")';
  throw new TypeError(
    values.length === 0
      ? `${name} needs ${usage}`
      : `${name} takes one value, got ${values.length}; it needs ${usage}`,
  );
}

/** The fields of a SUBMIT as JSON text; of a name that comes twice the last counts, as it does when the text is parsed. */
function submitted(values: readonly string[], named: readonly NamedArgument[]): string {
  const [only] = values;
  const fields = named.map(pairOf);
  if (only !== undefined && values.length === 1) {
    const inner = only.startsWith('{') ? only.slice(1, -1) : `"answer":${only}`;
    return `{${[...(inner === '' ? [] : [inner]), ...fields].join(',')}}`;
  }
  if (values.length > 1) return `{${[`"answer":[${values.join(',')}]`, ...fields].join(',')}}`;
  if (fields.length > 0) return `{${fields.join(',')}}`;
  throw new TypeError('SUBMIT needs at least one field: SUBMIT(answer=..., evidence=...)');
}

function final(kind: 'direct' | 'submit', json: string, limits: SandboxLimits): FinalRequest {
  return { kind: 'value', frame: { type: 'final', kind, json: requireBytes(json, limits) } };
}

/** A keyword argument: its name and its value, as JSON text. */
interface NamedArgument {
  readonly name: string;
  readonly value: string;
}

/** A keyword argument as a field of an object. */
export function pairOf({ name, value }: NamedArgument): string {
  return `${name}:${value}`;
}

/** A call's arguments as JSON texts, measured together, since together they leave. */
export function readArguments(
  { name, args, keywords }: Call,
  limits: SandboxLimits,
): { readonly positional: readonly string[]; readonly named: readonly NamedArgument[] } {
  if (Math.max(args.length, keywords.length) > maxArguments) {
    throw new NoData(`a call has more than ${maxArguments} arguments: pass on a list`);
  }
  const pairs = keywords.map((bytes) => readFields(bytes));
  const empty = Buffer.alloc(0);
  const keywordAt = (index: number): string =>
    String(decodeScalar(readRun(pairs[index] ?? new Map(), 1) ?? empty));
  const texts = toJsonTexts(
    [...args, ...pairs.flatMap((pair) => [readRun(pair, 1) ?? empty, readRun(pair, 2) ?? empty])],
    limits,
    (index) => {
      const isKeyword = index >= args.length;
      if (!isKeyword) return `${name}: ${name.startsWith('FINAL') ? 'answer' : `args[${index}]`}`;
      return `${name}: ${keywordAt(Math.floor((index - args.length) / 2))}`;
    },
  );
  const named = pairs.map((_, index) => {
    const at = args.length + 2 * index;
    return { name: texts[at] ?? '""', value: texts[at + 1] ?? 'null' };
  });
  return { positional: texts.slice(0, args.length), named };
}
