import type { ValueLimits } from '../../supervisor/json-text.js';
import {
  nodesOfNumber,
  tooDeep,
  tooLarge,
  tooManyDigits,
  tooManyNodes,
} from '../../supervisor/measure-json.js';
import { MalformedMessage } from '../protobuf/reader.js';
import { NoData } from './no-data.js';

/** Decimal digits that a byte of a big integer makes, rounded down. */
const digitsOfByte = 2.4;

/** Fields of messages that hold other values, by the field of the value that they are: lists, sets, tuples; dicts; instances. */
const lists = new Set([11, 12, 15, 16]);
const namedTuple = 13;
const itemsOfTuple = 3;
const dict = 14;
const instance = 24;
const attributes = 3;
const bigInteger = 6;

interface Cursor {
  readonly bytes: Buffer;
  at: number;
  nodes: number;
  size: number;
}

/**
 * Measures a `MontyObject` before it is decoded: nesting, parts, bytes of texts, digits of big integers (by their length, since
 * making digits takes time). One pass that ends at the first fault and makes nothing. Throws {@link NoData}.
 */
export function measureValue(bytes: Buffer, limits: ValueLimits): void {
  const cursor = { bytes, at: 0, nodes: 0, size: 0 };
  measureObject(cursor, bytes.length, limits.valueDepth, limits);
}

/** Measures several values that leave together. */
export function measureValues(values: readonly Buffer[], limits: ValueLimits): void {
  const sum = { nodes: 1, size: 0 };
  for (const bytes of values) {
    const cursor = { bytes, at: 0, ...sum };
    measureObject(cursor, bytes.length, limits.valueDepth - 1, limits);
    Object.assign(sum, { nodes: cursor.nodes, size: cursor.size });
  }
}

function measureObject(cursor: Cursor, end: number, depth: number, limits: ValueLimits): void {
  if (depth < 0) throw refused(tooDeep(limits));
  charge(cursor, 1, 0, limits);
  eachField(cursor, end, (field, stop) => {
    if (lists.has(field) || field === namedTuple) {
      eachField(cursor, stop, (part, itemEnd) => {
        if (field === namedTuple && part !== itemsOfTuple) {
          charge(cursor, 1, itemEnd - cursor.at, limits);
        } else measureObject(cursor, itemEnd, depth - 1, limits);
      });
    } else if (field === dict || field === instance) {
      measurePairs(cursor, stop, depth, limits, field === instance);
    } else if (field === bigInteger) {
      const digits = (stop - cursor.at) * digitsOfByte;
      if (digits > limits.valueDigits) throw refused(tooManyDigits(limits));
      charge(cursor, nodesOfNumber(digits), digits, limits);
    } else {
      charge(cursor, 0, stop - cursor.at, limits);
    }
  });
}

/** The pairs of key and value of a dict, or the parts of an instance. */
function measurePairs(
  cursor: Cursor,
  end: number,
  depth: number,
  limits: ValueLimits,
  isInstance: boolean,
): void {
  eachField(cursor, end, (field, pairEnd) => {
    // An instance's class and names are texts; its attributes are a dict.
    if (isInstance && field !== attributes) {
      charge(cursor, 1, pairEnd - cursor.at, limits);
    } else if (isInstance) {
      measurePairs(cursor, pairEnd, depth, limits, false);
    } else {
      eachField(cursor, pairEnd, (_part, partEnd) => {
        measureObject(cursor, partEnd, depth - 1, limits);
      });
    }
  });
}

function charge(cursor: Cursor, nodes: number, bytes: number, limits: ValueLimits): void {
  cursor.nodes += nodes;
  cursor.size += bytes;
  if (cursor.nodes > limits.valueNodes) throw refused(tooManyNodes(limits));
  if (cursor.size > limits.valueBytes) throw refused(tooLarge(cursor.size, limits.valueBytes));
}

/** Visits the runs of bytes of a message up to `end`; numbers are passed over. A visit may read on, the next field follows. */
function eachField(cursor: Cursor, end: number, visit: (field: number, end: number) => void): void {
  while (cursor.at < end) {
    const key = readNumber(cursor, end);
    const wireType = key % 8;
    if (wireType === 0) readNumber(cursor, end);
    else if (wireType === 1) cursor.at += 8;
    else if (wireType === 5) cursor.at += 4;
    else if (wireType === 2) {
      const length = readNumber(cursor, end);
      const stop = cursor.at + length;
      if (stop > end) throw new MalformedMessage('a field is cut off');
      visit(Math.floor(key / 8), stop);
      cursor.at = stop;
    } else throw new MalformedMessage(`no field has the wire type ${wireType}`);
  }
  if (cursor.at > end) throw new MalformedMessage('a field is cut off');
}

/** A number of variable length; beyond 2^53 only roughly, which is too long for anything. */
function readNumber(cursor: Cursor, end: number): number {
  let value = 0;
  let factor = 1;
  while (cursor.at < end) {
    const byte = cursor.bytes[cursor.at++] ?? 0;
    value += (byte & 127) * factor;
    if (byte < 128) return value;
    factor *= 128;
  }
  throw new MalformedMessage('a number is cut off');
}

function refused(fault: string): NoData {
  return new NoData(`the value ${fault}`);
}
