import { Buffer } from 'node:buffer';

import type { CallResultFrame, GuestFrame, HostFrame, TextInPieces } from '../contract/frames.js';
import { parseJsonText } from '../session/json-text.js';
import { sliceEnd } from '../session/slice-text.js';
import { headerBytes, kinds } from './kinds.js';
import { writeHeader, type EncodedFrame } from './pipe.js';

const sliceUnits = 1 << 20;

/** A frame of the host as bytes for a child. */
export function encodeHostFrame(frame: HostFrame): EncodedFrame {
  switch (frame.type) {
    case 'execute': {
      const { id, cell, code, nowMs, preflight } = frame;
      return shortFrame(kinds.execute, JSON.stringify({ id, cell, code, nowMs, preflight }));
    }
    case 'set-text': {
      const { id, name, isReserved, text } = frame;
      const head = `${JSON.stringify({ id, name, isReserved })}\n`;
      return typeof text === 'string'
        ? encodeFrame(kinds.text, head, text)
        : encodePieces(kinds.text, head, text);
    }
    case 'result':
      return shortFrame(kinds.result, resultText(frame));
    case 'snapshot': {
      // JSON has no Infinity.
      const maxBytes = Math.min(frame.maxBytes, Number.MAX_SAFE_INTEGER);
      return shortFrame(kinds.request, JSON.stringify({ ...frame, maxBytes }));
    }
    default:
      return shortFrame(kinds.request, JSON.stringify(frame));
  }
}

/** The value as it came: JSON text is not read on its way. */
function resultText({ call, outcome }: CallResultFrame): string {
  return 'json' in outcome
    ? `{"call":${call},"value":${outcome.json}}`
    : JSON.stringify({ call, ...outcome });
}

/** A frame in one piece: each costs a system call. */
function shortFrame(kind: number, text: string): EncodedFrame {
  if (text.length > sliceUnits) return encodeFrame(kind, text);
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame.write(text, writeHeader(frame, 0, kind, length));
  return [frame];
}

/** One frame of `kind` with the texts, joined, as its payload. */
export function* encodeFrame(kind: number, ...texts: readonly string[]): EncodedFrame {
  yield frameHeader(
    kind,
    texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
  );
  for (const text of texts) yield* encodeText(text);
}

/** One frame of `kind` with bytes as they are. */
export function encodeBytes(kind: number, bytes: Uint8Array): EncodedFrame {
  return bytes.length === 0 ? [frameHeader(kind, 0)] : [frameHeader(kind, bytes.length), bytes];
}

function* encodePieces(kind: number, head: string, text: TextInPieces): EncodedFrame {
  yield frameHeader(kind, Buffer.byteLength(head) + text.bytes);
  yield Buffer.from(head);
  yield* text.slices();
}

function frameHeader(kind: number, length: number): Buffer {
  const header = Buffer.allocUnsafe(headerBytes);
  writeHeader(header, 0, kind, length);
  return header;
}

/** A text in UTF-8, in slices that end between characters. */
function* encodeText(text: string): IterableIterator<Uint8Array> {
  for (let at = 0; at < text.length;) {
    const end = sliceEnd(text, at, sliceUnits);
    yield Buffer.from(text.slice(at, end));
    at = end;
  }
}

/** The longest line of a frame, in bytes. */
const maxHeadBytes: number = 1 << 20;

/** The limits of a line: errors, in few parts. */
const headLimits = {
  maxValueBytes: maxHeadBytes,
  maxValueDepth: 4,
  maxValueNodes: 100,
  maxValueDigits: 30,
} as const;

const lineBreak = 0x0a;

/** What a frame says besides its long text. */
export type FrameHead = Readonly<Record<string, unknown>>;

/**
 * Decodes a frame of a child, whose length has been checked. A child may forge frames: what has not the shape of one becomes undefined,
 * and the session checks the rest.
 *
 * @param bytes Raw bytes that came before it.
 */
export function decodeGuestFrame(
  kind: number,
  payload: Buffer,
  bytes?: Uint8Array,
): GuestFrame | undefined {
  if (kind === kinds.output) return decodeOutput(payload);
  if (kind === kinds.wait) return { type: 'wait' };
  const parts = splitPayload(payload);
  if (parts === undefined) return undefined;
  const { head, body } = parts;
  switch (kind) {
    case kinds.call:
      return { ...head, type: 'call', args: body } as unknown as GuestFrame;
    case kinds.final:
      return { ...head, type: 'final', json: body } as unknown as GuestFrame;
    case kinds.reply:
      return { type: 'reply', id: head['id'], outcome: outcomeOf(head, body) } as GuestFrame;
    case kinds.snapshot:
      return { type: 'snapshot', id: head['id'], bytes } as GuestFrame;
    case kinds.done:
      return {
        ...head,
        type: 'done',
        variables: body === '' ? undefined : body,
      } as unknown as GuestFrame;
    default:
      return undefined;
  }
}

/** Takes a payload apart: a line of JSON, and the long text after it. Undefined for anything else. */
export function splitPayload(payload: Buffer): { head: FrameHead; body: string } | undefined {
  const at = payload.indexOf(lineBreak);
  const headLength = at === -1 ? payload.length : at;
  if (headLength > maxHeadBytes) return undefined;
  const head = parseHead(payload.subarray(0, headLength));
  return head && { head, body: at === -1 ? '' : payload.toString('utf8', at + 1) };
}

/** The object of a line of JSON; undefined for anything else. */
function parseHead(line: Buffer): FrameHead | undefined {
  try {
    const value: unknown = parseJsonText(line.toString(), headLimits);
    return typeof value === 'object' && value !== null ? (value as FrameHead) : undefined;
  } catch {
    return undefined;
  }
}

/** `o` or `e` and the text; or `O` or `E`, how many characters are left out before it, a line break and the text. */
function decodeOutput(payload: Buffer): GuestFrame | undefined {
  const letter = String.fromCharCode(payload[0] ?? 0);
  const stream = streams[letter.toLowerCase()];
  if (stream === undefined) return undefined;
  if (letter in streams) return { type: 'output', stream, text: payload.toString('utf8', 1) };
  const end = payload.subarray(0, 20).indexOf(lineBreak);
  const dropped = payload.toString('latin1', 1, Math.max(1, end));
  if (!/^\d+$/.test(dropped)) return undefined;
  const text = payload.toString('utf8', end + 1);
  return { type: 'output', stream, text, dropped: Number(dropped) };
}

const streams: Readonly<Record<string, 'stdout' | 'stderr'>> = { o: 'stdout', e: 'stderr' };

function outcomeOf(head: FrameHead, body: string): object {
  if ('error' in head) return { error: head['error'] };
  return body === '' ? {} : { json: body };
}

/** Raw bytes that hold nothing else in memory: those that came in several chunks are that already, and may be hundreds of megabytes. */
export function ownBytes(payload: Buffer): Uint8Array {
  return payload.length === payload.buffer.byteLength
    ? new Uint8Array(payload.buffer)
    : new Uint8Array(payload);
}
