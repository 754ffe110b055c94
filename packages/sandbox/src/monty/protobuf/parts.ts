import { MalformedMessage } from './reader.js';

/** The position of a field's value in the bytes of a message; for a number, that of its bytes. */
export interface Part {
  readonly field: number;
  readonly from: number;
  readonly to: number;
}

/** The first field of a message that has one of several, with the place of its last value; nothing is made of it. */
export function partOf(bytes: Buffer, from: number, to: number): Part | undefined {
  let found: Part | undefined;
  forEachPart(bytes, from, to, (field, _wireType, start, end) => {
    if (found === undefined || field === found.field) found = { field, from: start, to: end };
  });
  return found;
}

/** Visits the places of all values of a repeated field of messages, texts or bytes. */
export function forEachRun(
  bytes: Buffer,
  from: number,
  to: number,
  wanted: number,
  visit: (from: number, to: number) => void,
): void {
  forEachPart(bytes, from, to, (field, wireType, start, end) => {
    if (field === wanted && wireType !== 0) visit(start, end);
  });
}

/** Visits the places of all values of a message, whatever they are; wire type 0 is a number. */
export function forEachPart(
  bytes: Buffer,
  from: number,
  to: number,
  visit: (field: number, wireType: number, from: number, to: number) => void,
): void {
  for (let at = from; at < to;) {
    const [key, start] = readNumber(bytes, at, to);
    const wireType = key % 8;
    let begin = start;
    let end: number;
    if (wireType === 0) end = readNumber(bytes, start, to)[1];
    else if (wireType === 1) end = start + 8;
    else if (wireType === 5) end = start + 4;
    else if (wireType === 2) {
      const [length, after] = readNumber(bytes, start, to);
      begin = after;
      end = after + length;
    } else throw new MalformedMessage(`no field has the wire type ${wireType}`);
    if (end > to) throw new MalformedMessage('a field is cut off');
    visit(Math.floor(key / 8), wireType, begin, end);
    at = end;
  }
}

/**
 * A number of variable length, and where it ends. Beyond 2^53 it is only approximate, which is too long for any use.
 */
function readNumber(
  bytes: Buffer,
  from: number,
  to: number,
): readonly [value: number, end: number] {
  let value = 0;
  let factor = 1;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * factor;
    if (byte < 128) return [value, at + 1];
    factor *= 128;
  }
  throw new MalformedMessage('a number is cut off');
}
