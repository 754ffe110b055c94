import {
  type Fields,
  MalformedMessage,
  readFields,
  readNumber,
  readOneOf,
  readRun,
  readRuns,
  readZigzag,
} from '../protobuf/reader.js';
import type { ValueLimits } from '../../supervisor/values/json-text.js';
import { measureValue } from './measure-value.js';
import { NoData } from './no-data.js';

/** Limits for results of the adapter's own guest code: lists of variables, short texts. */
export const ownLimits: ValueLimits = Object.freeze({
  maxValueBytes: 8 * 1024 * 1024,
  maxValueDepth: 40,
  maxValueNodes: 100_000,
  maxValueDigits: 4_300,
});

/** Decodes a value that has been measured. */
export function decodeValue(bytes: Buffer, limits: ValueLimits): unknown {
  measureValue(bytes, limits);
  return decodeMeasured(bytes, limits.maxValueDepth);
}

/** A value that holds no others. */
export function decodeScalar(bytes: Buffer): unknown {
  return decodeMeasured(bytes, 1);
}

/**
 * A `MontyObject` as JSON data: tuples and sets are arrays, keys are texts, integers beyond 2^53 are texts, instances
 * are their attributes. Throws {@link NoData} for NaN, bytes, exceptions, functions and the like, and for a value that is nested
 * deeper than `depth`.
 */
function decodeMeasured(bytes: Buffer, depth: number): unknown {
  if (depth < 0) {
    throw new NoData(
      'the value is nested too deeply (or contains itself), so it cannot be passed on',
    );
  }
  const only = readOneOf(bytes);
  if (only === undefined) return null;
  const [field, value] = only;
  return typeof value === 'bigint' ? decodeNumber(field, value) : decodeRun(field, value, depth);
}

function decodeNumber(field: number, value: bigint): unknown {
  if (field === 4) return value !== 0n;
  return field === 5 ? safeInteger(readZigzag(value)) : null;
}

function safeInteger(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

function decodeRun(field: number, bytes: Buffer, depth: number): unknown {
  switch (field) {
    case 2:
      return null;
    case 6:
      return decodeBigInteger(readFields(bytes));
    case 7:
      return decodeDouble(bytes);
    case 9:
      throw new NoData(
        'is bytes, which JSON cannot hold: write it.decode() for a text, or list(it) for a list of numbers',
      );
    case 22:
      throw new NoData('is an exception, which JSON cannot hold: write str(error) or repr(error)');
    case 8:
    case 27:
      return bytes.toString('utf8');
    case 11:
    case 12:
    case 15:
    case 16:
      return readRuns(readFields(bytes), 1).map((item) => decodeMeasured(item, depth - 1));
    case 13:
      return readRuns(readFields(bytes), 3).map((item) => decodeMeasured(item, depth - 1));
    case 14:
      return decodeDict(readFields(bytes), depth);
    case 17:
    case 18:
    case 19:
      return decodeMoment(field, readFields(bytes));
    case 24:
      return decodeInstance(readFields(bytes), depth);
    case 30:
      throw new NoData('the value contains itself, so it cannot be passed on');
    default:
      throw new NoData(
        'is no data, as functions and classes are none: give a text, a number, a list or a dict',
      );
  }
}

function decodeDouble(bytes: Buffer): number {
  if (bytes.length !== 8) throw new MalformedMessage('a float needs eight bytes');
  const value = bytes.readDoubleLE(0);
  if (Number.isFinite(value)) return value;
  const shown = Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  throw new NoData(
    `is ${shown}, which JSON cannot hold: test it with math.isfinite, and give a number or a text`,
  );
}

function decodeBigInteger(fields: Fields): number | string {
  const magnitude = readRun(fields, 2)?.toString('hex') ?? '';
  const value = BigInt(`0x${magnitude === '' ? '0' : magnitude}`);
  return safeInteger(readNumber(fields, 1) === 0n ? value : -value);
}

/** Pairs of key and value as an object. */
function decodeDict(fields: Fields, depth: number, field = 1): Record<string, unknown> {
  const entries = readRuns(fields, field).map((bytes): [string, unknown] => {
    const pair = readFields(bytes);
    const key = decodeMeasured(readRun(pair, 1) ?? Buffer.alloc(0), depth - 1);
    const value = decodeMeasured(readRun(pair, 2) ?? Buffer.alloc(0), depth - 1);
    return [typeof key === 'string' ? key : JSON.stringify(key), value];
  });
  return Object.fromEntries(entries);
}

function decodeInstance(fields: Fields, depth: number): unknown {
  const attributes = readRun(fields, 3);
  return attributes === undefined ? {} : decodeDict(readFields(attributes), depth);
}

/** A date (field 17), a time (18) or both (19) in ISO 8601. */
function decodeMoment(kind: number, fields: Fields): string {
  const part = (field: number, width = 2): string =>
    readNumber(fields, field).toString().padStart(width, '0');
  if (kind === 17) return `${part(1, 4)}-${part(2)}-${part(3)}`;
  if (kind === 18) return `${part(1)}:${part(2)}:${part(3)}`;
  return `${part(1, 4)}-${part(2)}-${part(3)}T${part(4)}:${part(5)}:${part(6)}`;
}
