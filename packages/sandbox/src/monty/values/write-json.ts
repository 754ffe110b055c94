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
const texts = new Set([8, 9, 27]);

/** Long texts are quoted in pieces of this many units, so that their escapes are counted while they are written. */
const pieceUnits = 1 << 20;

interface Writer {
  readonly bytes: Buffer;
  readonly out: string[];
  /** Characters that may still be written. */
  left: number;
}

/**
 * Writes the JSON text of several `MontyObject`s that leave together, as `decodeValue` would read them, without
 * creating them. Throws {@link NoData} for values that are not data or over a limit.
 */
export function toJsonTexts(values: readonly Buffer[], limits: ValueLimits): readonly string[] {
  measureValues(values, limits);
  let left = limits.maxValueBytes;
  return values.map((bytes) => {
    const writer: Writer = { bytes, out: [], left };
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
    let isFirst = true;
    forEachRun(writer.bytes, part.from, part.to, items, (start, end) => {
      if (!isFirst) put(writer, ',', limits);
      isFirst = false;
      write(writer, start, end, limits);
    });
    put(writer, ']', limits);
  } else if (part?.field === dict) {
    writePairs(writer, part.from, part.to, limits);
  } else if (part?.field === instance) {
    let [start, end] = [part.to, part.to];
    forEachRun(writer.bytes, part.from, part.to, attributes, (...run) => ([start, end] = run));
    writePairs(writer, start, end, limits);
  } else {
    put(writer, JSON.stringify(decodeScalar(writer.bytes.subarray(from, to))), limits);
  }
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
    writeKey(writer, key, limits);
    put(writer, ':', limits);
    write(writer, ...value, limits);
  });
  put(writer, '}', limits);
}

/** A key is a text: of any other value, its JSON. */
function writeKey(
  writer: Writer,
  [from, to]: readonly [number, number],
  limits: ValueLimits,
): void {
  const part = partOf(writer.bytes, from, to);
  if (part !== undefined && texts.has(part.field)) {
    write(writer, from, to, limits);
    return;
  }
  const inner: Writer = { bytes: writer.bytes, out: [], left: writer.left };
  write(inner, from, to, limits);
  const json = inner.out.join('');
  put(writer, json.startsWith('"') ? json : JSON.stringify(json), limits);
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
