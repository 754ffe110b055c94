import { readSync, writeSync } from 'node:fs';

import { headerBytes } from '../kinds.js';
import { writeHeader } from '../pipe.js';

const frames = 3;

/** Bytes that have been read and not taken: a small frame comes with one system call. */
const held = Buffer.allocUnsafeSlow(1 << 16);
let from = 0;
let to = 0;

/** Reads what there is, at least one byte; waits for it. Where the host is gone, the process ends. */
export function readSome(into: Uint8Array): number {
  if (from === to) return receive(into);
  const count = Math.min(into.length, to - from);
  into.set(held.subarray(from, from + count));
  from += count;
  return count;
}

/** Reads as many bytes as fit. */
export function readFully(into: Uint8Array): void {
  for (let at = 0; at < into.length;) at += readSome(into.subarray(at));
}

/** Has the next bytes at hand, in memory that is used again: no more than fit there. */
function take(length: number): Buffer {
  hold(length);
  from += length;
  return held.subarray(from - length, from);
}

/** Reads until this many bytes are at hand. */
function hold(length: number): void {
  if (to - from >= length) return;
  held.copyWithin(0, from, to);
  to -= from;
  from = 0;
  while (to < length) to += receive(held.subarray(to));
}

/** The kind of the next frame, and the length of its payload, which is to be read then. */
export function readHeader(): { readonly kind: number; readonly length: number } {
  const header = take(headerBytes);
  return { kind: header.readUInt8(0), length: header.readUInt32LE(1) };
}

/** A payload; it is valid until the next read. */
export function readPayload(length: number): Buffer {
  if (length <= held.length) return take(length);
  const payload = Buffer.allocUnsafeSlow(length);
  readFully(payload);
  return payload;
}

/** Reads a payload up to its first line break, which it takes away. Only for lines that the host has kept short. */
export function readLine(): Buffer {
  for (let seen = 0; ;) {
    const at = held.subarray(from + seen, to).indexOf(0x0a);
    if (at !== -1) return take(seen + at + 1).subarray(0, -1);
    seen = to - from;
    hold(seen + 1);
  }
}

/** Reads over bytes that no one wants. */
export function skip(bytes: number): void {
  const into = Buffer.allocUnsafeSlow(Math.min(bytes, 1 << 16));
  for (let left = bytes; left > 0;) left -= readSome(into.subarray(0, left));
}

function receive(into: Uint8Array): number {
  flush();
  const got = readSync(frames, into, 0, into.length, null);
  // The host is gone: there is no one to tell.
  if (got === 0) process.abort();
  return got;
}

/** Frames that have been written and not sent: several go with one system call. */
const unsent = Buffer.allocUnsafeSlow(1 << 16);
let filled = 0;

/** Writes a frame: a line, and after a line break what stands after it, if anything does. It goes with the next `flush`, or read. */
export function writeFrame(kind: number, line: string, body?: string): void {
  const text = body === undefined ? line : `${line}\n${body}`;
  const most = headerBytes + 3 * text.length;
  if (most > unsent.length) {
    writeRaw(kind, Buffer.from(text));
    return;
  }
  if (most > unsent.length - filled) flush();
  const length = unsent.write(text, filled + headerBytes);
  filled = writeHeader(unsent, filled, kind, length) + length;
}

/** Writes a frame of raw bytes. */
export function writeRaw(kind: number, bytes: Uint8Array): void {
  flush();
  filled = writeHeader(unsent, 0, kind, bytes.length);
  flush();
  writeAll(bytes);
}

/** Sends what has been written. */
export function flush(): void {
  const length = filled;
  filled = 0;
  writeAll(unsent.subarray(0, length));
}

/** Writes bytes that are frames, or parts of frames, already. They go with the next `flush`, or read. */
export function writeBytes(bytes: Uint8Array): void {
  if (bytes.length > unsent.length - filled) flush();
  if (bytes.length > unsent.length) {
    writeAll(bytes);
  } else {
    unsent.set(bytes, filled);
    filled += bytes.length;
  }
}

function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    at += writeSync(frames, bytes, at, bytes.length - at);
  }
}
