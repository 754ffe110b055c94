import type { ValueLimits } from '../../supervisor/values/json-text.js';
import {
  nodesOfNumber,
  tooDeep,
  tooLarge,
  tooManyDigits,
  tooManyNodes,
} from '../../supervisor/values/measure-json.js';
import { forEachPart } from '../protobuf/parts.js';
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

interface Sum {
  readonly bytes: Buffer;
  nodes: number;
  size: number;
}

/**
 * Measures a `MontyObject` before it is decoded: nesting, parts, bytes of texts, digits of big integers (by their length, since
 * making digits takes time). One pass that ends at the first fault and makes nothing. Throws {@link NoData}.
 */
export function measureValue(bytes: Buffer, limits: ValueLimits): void {
  measureObject({ bytes, nodes: 0, size: 0 }, 0, bytes.length, limits.maxValueDepth, limits);
}

/** Measures several values that leave together. */
export function measureValues(values: readonly Buffer[], limits: ValueLimits): void {
  let [nodes, size] = [1, 0];
  for (const bytes of values) {
    const sum = { bytes, nodes, size };
    measureObject(sum, 0, bytes.length, limits.maxValueDepth, limits);
    ({ nodes, size } = sum);
  }
}

function measureObject(
  sum: Sum,
  from: number,
  to: number,
  depth: number,
  limits: ValueLimits,
): void {
  if (depth < 0) throw refused(tooDeep(limits));
  charge(sum, 1, 0, limits);
  forEachPart(sum.bytes, from, to, (field, wireType, start, end) => {
    if (wireType !== 2) return;
    if (lists.has(field) || field === namedTuple) {
      forEachPart(sum.bytes, start, end, (part, itemType, itemStart, itemEnd) => {
        if (itemType !== 2) return;
        if (field === namedTuple && part !== itemsOfTuple) {
          charge(sum, 1, itemEnd - itemStart, limits);
        } else measureObject(sum, itemStart, itemEnd, depth - 1, limits);
      });
    } else if (field === dict || field === instance) {
      measurePairs(sum, start, end, depth, limits, field === instance);
    } else if (field === bigInteger) {
      const digits = (end - start) * digitsOfByte;
      if (digits > limits.maxValueDigits) throw refused(tooManyDigits(limits));
      charge(sum, nodesOfNumber(digits), digits, limits);
    } else {
      charge(sum, 0, end - start, limits);
    }
  });
}

/** The pairs of key and value of a dict, or the parts of an instance. */
function measurePairs(
  sum: Sum,
  from: number,
  to: number,
  depth: number,
  limits: ValueLimits,
  isInstance: boolean,
): void {
  forEachPart(sum.bytes, from, to, (field, wireType, start, end) => {
    if (wireType !== 2) return;
    // An instance's class and names are texts; its attributes are a dict.
    if (isInstance && field !== attributes) {
      charge(sum, 1, end - start, limits);
    } else if (isInstance) {
      measurePairs(sum, start, end, depth, limits, false);
    } else {
      forEachPart(sum.bytes, start, end, (_part, partType, partStart, partEnd) => {
        if (partType === 2) measureObject(sum, partStart, partEnd, depth - 1, limits);
      });
    }
  });
}

function charge(sum: Sum, nodes: number, bytes: number, limits: ValueLimits): void {
  sum.nodes += nodes;
  sum.size += bytes;
  if (sum.nodes > limits.maxValueNodes) throw refused(tooManyNodes(limits));
  if (sum.size > limits.maxValueBytes)
    throw refused(tooLarge(Math.round(sum.size), limits.maxValueBytes));
}

function refused(fault: string): NoData {
  return new NoData(`the value ${fault}`);
}
