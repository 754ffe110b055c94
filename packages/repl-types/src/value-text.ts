import { prettyJson } from './json-text.js';

/** The language of a REPL. A description uses its type names and text forms. */
export type ReplLanguage = 'python' | 'javascript';

function classNameOf(value: object): string {
  const name: unknown = (value.constructor as { name?: unknown } | undefined)?.name;
  return typeof name === 'string' && name !== '' ? name : 'Object';
}

function pythonTypeName(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return 'str';
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return Number.isInteger(value) ? 'int' : 'float';
    case 'undefined':
      return 'NoneType';
    case 'symbol':
    case 'function':
      return typeof value;
    case 'object': {
      if (value === null) return 'NoneType';
      if (Array.isArray(value)) return 'list';
      const name = classNameOf(value);
      if (name === 'Object' || name === 'Map') return 'dict';
      if (name === 'Set') return 'set';
      return name === 'Uint8Array' ? 'bytes' : name;
    }
  }
}

/** The name of `value`'s type in the REPL's language: `str` or `string`, `dict` or `object`. */
export function typeNameOf(value: unknown, language: ReplLanguage): string {
  if (language === 'python') return pythonTypeName(value);
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value !== 'object') return typeof value;
  const name = classNameOf(value);
  return name === 'Object' ? 'object' : name;
}

function pythonNumber(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return String(value).replace(/e([+-])(\d)$/, 'e$10$2');
}

/**
 * The text of `value` as its REPL would show it: a string as it is, a container as indented JSON, anything else as the
 * language prints it.
 */
export function valueText(value: unknown, language: ReplLanguage): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) return prettyJson(value) ?? '';
  if (language === 'python') {
    if (value === null || value === undefined) return 'None';
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    if (typeof value === 'number') return pythonNumber(value);
  }
  return String(value);
}
