import { Buffer } from 'node:buffer';

import type { TextInPieces } from '../../contract/frames.js';
import { encodeFrame, frameHeader, headerBytes } from './encode-frame.js';
import { createFrameSplitter } from './frame-splitter.js';
import { giveBack } from '../releasable.js';
import { findValueFault } from '../../supervisor/values/measure-json.js';
import { jsonShape, ownBounds, type MessageBounds } from './message-bounds.js';
import { TextPart } from './text-part.js';

/** Texts longer than this travel beside the JSON of their message, if they need no escapes. */
const longTextUnits = 4_096;

/** The kinds of frames. A message consists of them, in this order; a text may come in pieces, before the rest of it. */
const kinds = { bytes: 1, text: 2, message: 3, piece: 4 } as const;

/** A placeholder in a message's JSON for a value that does not fit there. */
type Stand = { readonly $part: number } | { readonly $number: string };

/**
 * A message between a host and its process of engines, as frames: plain data with texts of any length, bytes and numbers
 * that JSON lacks (Infinity).
 *
 * @param onWritten Called when the last frame was taken, and the next is asked for.
 */
export function encodeMessage(message: unknown, onWritten?: () => void): Iterable<Uint8Array> {
  const frames = isShort(message)
    ? [frameOf(kinds.message, JSON.stringify(message))]
    : inParts(message);
  return onWritten === undefined ? frames : toldWhenWritten(frames, onWritten);
}

function* toldWhenWritten(
  frames: Iterable<Uint8Array>,
  onWritten: () => void,
): IterableIterator<Uint8Array> {
  yield* frames;
  onWritten();
}

/** Whether plain JSON says all of it: most messages are, and are many. */
function isShort(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= longTextUnits;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return (
    !(value instanceof Uint8Array) && !isInPieces(value) && Object.values(value).every(isShort)
  );
}

function isInPieces(value: unknown): value is TextInPieces {
  return typeof value === 'object' && value !== null && 'slices' in value;
}

/** A short text as a frame, in one piece: each piece costs a system call. */
function frameOf(kind: number, text: string): Uint8Array {
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame.writeUInt8(kind);
  frame.writeUInt32LE(length, 1);
  frame.write(text, headerBytes);
  return frame;
}

function* inParts(message: unknown): IterableIterator<Uint8Array> {
  const parts: (string | Uint8Array | TextInPieces)[] = [];
  const add = (part: string | Uint8Array | TextInPieces): Stand => ({
    $part: parts.push(part) - 1,
  });
  const json = JSON.stringify(
    message,
    function (this: Record<string, unknown>, key, given: unknown) {
      // Bytes as they are: a Buffer has made a list of numbers of itself by now.
      const value = this[key] instanceof Uint8Array ? this[key] : given;
      if (typeof value === 'string' && value.length > longTextUnits) return add(value);
      if (value instanceof Uint8Array || isInPieces(value)) return add(value);
      if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) };
      return value;
    },
  );
  for (const part of parts) {
    if (typeof part === 'string') yield* encodeFrame(kinds.text, part);
    else if (isInPieces(part)) yield* encodeSlices(part);
    else {
      yield frameHeader(kinds.bytes, part.length);
      if (part.length > 0) yield part;
    }
  }
  yield frameOf(kinds.message, json);
}

/** A text that is never as a whole in one place, on neither side. */
function* encodeSlices(text: TextInPieces): IterableIterator<Uint8Array> {
  for (const slice of text.slices()) {
    yield frameHeader(kinds.piece, slice.length);
    if (slice.length > 0) yield slice;
  }
  yield frameHeader(kinds.text, 0);
}

/** Makes messages of bytes again. */
export interface MessageReader {
  push(bytes: Buffer): void;
}

/** A value that does not fit into the JSON of its message. */
type Part = string | Uint8Array | TextPart;

/** Each part counts as this many bytes at least: parts without content take memory too. */
const leastPartBytes = 1_024;

/**
 * @param onMessage Called with each message and its size in bytes; its shape is unchecked. A text that came in pieces is a
 *   {@link TextPart}. Only hosts send such.
 * @param onFault Called once, with the reason, for invalid bytes; the rest is ignored.
 * @param bounds The limits of a message; nothing of a larger one is kept. Default: those of the host's own messages.
 */
export function createMessageReader(
  onMessage: (message: unknown, bytes: number) => void,
  onFault: (reason: string) => void,
  bounds: MessageBounds = ownBounds,
): MessageReader {
  let parts: Part[] = [];
  let pieces: Uint8Array[] = [];
  let heldBytes = 0;
  let isBroken = false;
  const fail = (reason: string): void => {
    if (!isBroken) onFault(reason);
    isBroken = true;
    parts = [];
    pieces = [];
  };
  const addPart = (part: Part, bytes: number): void => {
    parts.push(part);
    heldBytes += Math.max(bytes, leastPartBytes);
  };
  const addPiece = (payload: Buffer): void => {
    if (bounds !== ownBounds) throw new RangeError('a piece of a text');
    pieces.push(ownBytes(payload));
    heldBytes += Math.max(payload.length, leastPartBytes);
  };
  const endText = (payload: Buffer): void => {
    if (pieces.length === 0) {
      addPart(payload.toString('utf8'), payload.length);
      giveBack(payload);
    } else addPart(new TextPart(pieces), 0);
    pieces = [];
  };
  const take = (payload: Buffer): void => {
    const own = parts;
    const bytes = heldBytes + payload.length;
    parts = [];
    heldBytes = 0;
    const json = payload.toString('utf8');
    if (bounds !== ownBounds) requireShape(json);
    const isPlain = own.length === 0 && !json.includes('"$number"');
    onMessage(isPlain ? JSON.parse(json) : restoreAll(json, own), bytes);
  };
  const splitter = createFrameSplitter(
    (kind) =>
      kind === kinds.message
        ? bounds.jsonBytes
        : Math.min(ownBounds.jsonBytes, bounds.partBytes() - heldBytes),
    (kind, payload) => {
      if (isBroken) return;
      try {
        if (kind === kinds.bytes) addPart(ownBytes(payload), payload.length);
        else if (kind === kinds.text) endText(payload);
        else if (kind === kinds.piece) addPiece(payload);
        else take(payload);
      } catch (error) {
        fail(`a message that cannot be read: ${String(error)}`);
      }
    },
    (length) => {
      fail(`a message of ${length} bytes or more, which is more than is allowed now`);
    },
    (kind) => kind === kinds.text || kind === kinds.piece,
  );
  return splitter;
}

/** Refuses JSON that takes long to parse. */
function requireShape(json: string): void {
  const fault = findValueFault(json, jsonShape);
  if (fault !== undefined) throw new RangeError(`its JSON ${fault}`);
}

/** Bytes that hold nothing else in memory: those that came in several chunks are that already, and may be hundreds of megabytes. */
function ownBytes(payload: Buffer): Uint8Array {
  return payload.length === payload.buffer.byteLength
    ? new Uint8Array(payload.buffer)
    : new Uint8Array(payload);
}

function restoreAll(json: string, parts: readonly Part[]): unknown {
  return JSON.parse(json, (_key, value: unknown) => restore(value, parts));
}

function restore(value: unknown, parts: readonly Part[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$part' in value) return parts[value.$part as number];
  return '$number' in value ? Number(value.$number) : value;
}
