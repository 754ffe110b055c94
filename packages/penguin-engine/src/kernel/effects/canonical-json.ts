import { RlmError } from '@rlm/repl-types';

/** The deepest nesting of an effect's input; deeper data is refused, as a cycle is. */
const maxDepth = 200;

/**
 * JSON text that is the same for the same data: keys in code unit order, absent values left out as
 * JSON does. Throws an `RlmError` (`invalid_effect_input`) for what is no plain data.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0) ?? 'null';
}

function write(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw refuse(String(value));
      return JSON.stringify(value);
    case 'undefined':
      return undefined;
    case 'object':
      return value === null ? 'null' : writeObject(value, depth);
    case 'bigint':
    case 'function':
    case 'symbol':
      throw refuse(`a ${typeof value}`);
  }
}

function writeObject(value: object, depth: number): string {
  if (depth >= maxDepth) throw refuse(`data nested deeper than ${maxDepth}`);
  if (Array.isArray(value)) {
    return `[${value.map((item) => write(item, depth + 1) ?? 'null').join(',')}]`;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw refuse(`an object of the class ${value.constructor.name}`);
  }
  const fields: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const text = write((value as Record<string, unknown>)[key], depth + 1);
    if (text !== undefined) fields.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${fields.join(',')}}`;
}

function refuse(got: string): RlmError<'invalid_effect_input'> {
  return new RlmError(`An effect must be plain JSON data, got ${got}`, {
    code: 'invalid_effect_input',
  });
}
