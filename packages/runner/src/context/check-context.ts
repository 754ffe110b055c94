import { RlmOptionsError } from '../errors.js';
import { isBlob, isStream } from './read-context.js';

const expected =
  'text, JSON data, a Blob or a ReadableStream (for a Node stream use Readable.toWeb, for bytes new Blob([bytes]))';

/**
 * Refuses what JSON would turn into something else without a word: bytes, a Map or a Set, a function, a Node stream, a promise.
 * Throws `RlmOptionsError`.
 */
export function checkContext(option: string, value: unknown): void {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'number':
      return;
    case 'object':
      if (value === null || isBlob(value) || isStream(value)) return;
      if (isData(value)) return;
      break;
    default:
  }
  throw new RlmOptionsError(option, expected, value);
}

function isData(value: object): boolean {
  if (Array.isArray(value)) return true;
  // By its tag, not its prototype: an object may come from another realm.
  const isObject = Object.prototype.toString.call(value) === '[object Object]';
  return isObject && !('then' in value && typeof value.then === 'function') && !isNodeStream(value);
}

function isNodeStream(value: object): boolean {
  return 'pipe' in value && typeof value.pipe === 'function';
}
