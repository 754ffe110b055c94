import type { SandboxLimits } from '../../contract/limits.js';
import type { EngineDialects, FinalFrame } from '../../supervisor/frames.js';
import { mostArguments, type WorkerEvent } from '../protocol/events.js';
import { readFields, readRun } from '../protobuf/reader.js';
import { decodeValues, toJsonText } from '../values/decode-value.js';
import { NoData } from '../values/no-data.js';
import { isIdentifier } from './names.js';

/** A call that the worker is suspended in. */
export type Call = Extract<WorkerEvent, { readonly kind: 'call' }>;

/** What a FINAL, FINAL_VAR or SUBMIT asks for. */
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

/** Reads the call. Throws NoData for a value that is none, and TypeError for arguments that do not fit. */
export function readFinal(call: Call, limits: SandboxLimits): FinalRequest {
  const { positional: values, named } = readArguments(call, limits);
  if (call.name === 'SUBMIT') return final('submit', submitted(values, named), limits);
  const { name } = call;
  const value = onlyValue(name, [...values, ...Object.values(named)]);
  if (name === 'FINAL_VAR' && typeof value === 'string') {
    const wanted = value
      .trim()
      .replace(/^["']|["']$/g, '')
      .trim();
    if (isIdentifier(wanted)) return { kind: 'variable', name: wanted };
  }
  return final('direct', value, limits);
}

function onlyValue(name: string, values: readonly unknown[]): unknown {
  if (values.length === 1) return values[0];
  const usage = name === 'FINAL' ? 'an answer: FINAL(answer)' : 'a name: FINAL_VAR("name")';
  throw new TypeError(
    values.length === 0
      ? `${name} needs ${usage}`
      : `${name} takes one value, got ${values.length}; it needs ${usage}`,
  );
}

function submitted(
  values: readonly unknown[],
  named: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const [only] = values;
  if (values.length === 1 && typeof only === 'object' && only !== null && !Array.isArray(only)) {
    return { ...only, ...named };
  }
  if (values.length === 1) return { answer: only, ...named };
  if (values.length > 1) return { answer: values, ...named };
  if (Object.keys(named).length > 0) return named;
  throw new TypeError('SUBMIT needs at least one field: SUBMIT(answer=..., evidence=...)');
}

function final(kind: 'direct' | 'submit', value: unknown, limits: SandboxLimits): FinalRequest {
  return { kind: 'value', frame: { type: 'final', kind, json: toJsonText(value, limits) } };
}

/** A call's arguments, measured together, since together they leave. */
export function readArguments(
  { args, keywords }: Call,
  limits: SandboxLimits,
): {
  readonly positional: readonly unknown[];
  readonly named: Readonly<Record<string, unknown>>;
} {
  if (Math.max(args.length, keywords.length) > mostArguments) {
    throw new NoData(`a call has more than ${mostArguments} arguments: pass on a list`);
  }
  const pairs = keywords.map(readFields);
  const empty = Buffer.alloc(0);
  const values = decodeValues(
    [...args, ...pairs.flatMap((pair) => [readRun(pair, 1) ?? empty, readRun(pair, 2) ?? empty])],
    limits,
  );
  const named = pairs.map((_, index): [string, unknown] => {
    const at = args.length + 2 * index;
    return [String(values[at]), values[at + 1]];
  });
  return { positional: values.slice(0, args.length), named: Object.fromEntries(named) };
}
