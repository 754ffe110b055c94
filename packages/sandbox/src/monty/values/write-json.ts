import { writePath } from '@rlm/repl-types/internal';

import type { ValueLimits } from '../../supervisor/values/json-text.js';
import { tooLarge } from '../../supervisor/values/measure-json.js';
import { sliceEnd } from '../../supervisor/values/slice-text.js';
import { decodeScalar } from './decode-value.js';
import { measureValues } from './measure-value.js';
import { NoData } from './no-data.js';
import { forEachRun, partOf } from '../protobuf/parts.js';

/** Fields of a value that hold others: lists and their like with the field of their items, dicts, instances. */
const itemsOf: Readonly<Partial<Record<number, number>>> = { 11: 1, 12: 1, 13: 3, 15: 1, 16: 1 };
const dict = 14;
const instance = 24;
const attributes = 3;
const texts = new Set([8, 27]);

/** Long texts are quoted in pieces of this many units, so that their escapes are counted while they are written. */
const pieceUnits = 1 << 20;

interface Writer {
  readonly bytes: Buffer;
  readonly out: string[];
  /** Characters that may still be written. */
  left: number;
  /** The value's name, and the steps from it to the part that is being written. */
  readonly root: string;
  readonly path: (string | number)[];
}

/**
 * Writes the JSON text of several `MontyObject`s that leave together, as `decodeValue` would read them, without
 * creating them. Throws {@link NoData} for values that are over a limit, or not data: with the path, which begins with what
 * `nameOf` gives for the value's place.
 */
export function toJsonTexts(
  values: readonly Buffer[],
  limits: ValueLimits,
  nameOf: (index: number) => string,
): readonly string[] {
  measureValues(values, limits);
  let left = limits.maxValueBytes;
  return values.map((bytes, index) => {
    const writer: Writer = { bytes, out: [], left, root: nameOf(index), path: [] };
    write(writer, 0, bytes.length, limits);
    ({ left } = writer);
    return writer.out.join('');
  });
}

/** Checks JSON text that was assembled from parts. Throws {@link NoData} if it takes too many bytes. */
export function requireBytes(json: string, { maxValueBytes }: ValueLimits): string {
  const size = Buffer.byteLength(json);
  if (size <= maxValueBytes) return json;
  throw new NoData(`the value ${tooLarge(size, maxValueBytes)}`);
}

function put(writer: Writer, text: string, limits: ValueLimits): void {
  writer.left -= text.length;
  if (writer.left < 0) {
    throw new NoData(`the value ${tooLarge(limits.maxValueBytes + 1, limits.maxValueBytes)}`);
  }
  writer.out.push(text);
}

function write(writer: Writer, from: number, to: number, limits: ValueLimits): void {
  const part = partOf(writer.bytes, from, to);
  const items = part === undefined ? undefined : itemsOf[part.field];
  if (part !== undefined && texts.has(part.field)) {
    quote(writer, writer.bytes.toString('utf8', part.from, part.to), limits);
  } else if (part !== undefined && items !== undefined) {
    put(writer, '[', limits);
    let index = 0;
    forEachRun(writer.bytes, part.from, part.to, items, (start, end) => {
      if (index > 0) put(writer, ',', limits);
      writer.path.push(index++);
      write(writer, start, end, limits);
      writer.path.pop();
    });
    put(writer, ']', limits);
  } else if (part?.field === dict) {
    writePairs(writer, part.from, part.to, limits);
  } else if (part?.field === instance) {
    let [start, end] = [part.to, part.to];
    forEachRun(writer.bytes, part.from, part.to, attributes, (...run) => ([start, end] = run));
    writePairs(writer, start, end, limits);
  } else {
    put(writer, JSON.stringify(readScalar(writer, from, to)), limits);
  }
}

function readScalar(writer: Writer, from: number, to: number): unknown {
  try {
    return decodeScalar(writer.bytes.subarray(from, to));
  } catch (error) {
    if (!(error instanceof NoData)) throw error;
    throw refused(writer, error.message);
  }
}

function refused({ root, path }: Writer, problem: string): NoData {
  return new NoData(`${writePath(root, path)} ${problem}`);
}

function writePairs(writer: Writer, from: number, to: number, limits: ValueLimits): void {
  put(writer, '{', limits);
  let isFirst = true;
  forEachRun(writer.bytes, from, to, 1, (start, end) => {
    if (!isFirst) put(writer, ',', limits);
    isFirst = false;
    let key: readonly [number, number] = [end, end];
    let value: readonly [number, number] = [end, end];
    forEachRun(writer.bytes, start, end, 1, (...run) => (key = run));
    forEachRun(writer.bytes, start, end, 2, (...run) => (value = run));
    const name = readKey(writer, key);
    quote(writer, name, limits);
    put(writer, ':', limits);
    writer.path.push(name);
    write(writer, ...value, limits);
    writer.path.pop();
  });
  put(writer, '}', limits);
}

/** A key as a text: that of a number is its JSON. */
function readKey(writer: Writer, [from, to]: readonly [number, number]): string {
  const part = partOf(writer.bytes, from, to);
  if (part !== undefined && (itemsOf[part.field] !== undefined || part.field === dict)) {
    const kind = part.field === 12 ? 'a tuple' : 'no text';
    throw refused(writer, `has a key that is ${kind}: use texts as keys, or give list(it.items())`);
  }
  const key = readScalar(writer, from, to);
  return typeof key === 'string' ? key : JSON.stringify(key);
}

function quote(writer: Writer, text: string, limits: ValueLimits): void {
  if (text.length <= pieceUnits) {
    put(writer, JSON.stringify(text), limits);
    return;
  }
  put(writer, '"', limits);
  for (let at = 0; at < text.length;) {
    const end = sliceEnd(text, at, pieceUnits);
    put(writer, JSON.stringify(text.slice(at, end)).slice(1, -1), limits);
    at = end;
  }
  put(writer, '"', limits);
}
