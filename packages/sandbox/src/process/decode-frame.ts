import type { Buffer } from 'node:buffer';

import type { GuestFrame } from '../contract/frames.js';
import { parseJsonText } from '../session/json-text.js';
import { kinds } from './kinds.js';

/** The longest line of a frame, in bytes. */
const maxHeadBytes: number = 1 << 20;

/** The limits of a line: errors and the kept tail of the output, in few parts. */
const headLimits = {
  maxValueBytes: maxHeadBytes,
  maxValueDepth: 4,
  maxValueNodes: 100,
  maxValueDigits: 30,
} as const;

const lineBreak = 0x0a;

/** What a frame says besides its long text. */
export type FrameHead = Readonly<Record<string, unknown>>;

/** What decoding keeps between the frames of one child. */
export interface DecodingState {
  /** How many calls it has made: the host numbers them. */
  calls: number;
  /** Raw bytes, for the frame that comes next. */
  bytes: Uint8Array | undefined;
}

/**
 * Decodes a frame of a child, whose length has been checked, into those that its session reads. A child may forge frames: what has
 * not the shape of one becomes undefined, and the session checks the rest.
 */
export function decodeGuestFrame(
  kind: number,
  payload: Buffer,
  state: DecodingState,
): readonly GuestFrame[] | undefined {
  const { bytes } = state;
  state.bytes = undefined;
  if (kind === kinds.output) return decodeOutput(payload);
  if (kind === kinds.wait) return [{ type: 'wait' }];
  if (kind === kinds.bytes) {
    state.bytes = ownBytes(payload);
    return [];
  }
  const parts = splitPayload(payload);
  if (parts === undefined) return undefined;
  const { head, body } = parts;
  switch (kind) {
    case kinds.call:
      state.calls += 1;
      return [{ type: 'call', call: state.calls, name: head['name'], args: body } as GuestFrame];
    case kinds.final:
      return [{ ...head, type: 'final', json: body } as unknown as GuestFrame];
    case kinds.reply:
      return [{ type: 'reply', id: head['id'], outcome: outcomeOf(head, body) } as GuestFrame];
    case kinds.snapshot:
      return [{ type: 'snapshot', id: head['id'], bytes } as GuestFrame];
    case kinds.done:
      return decodeDone(head, body);
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
function decodeOutput(payload: Buffer): readonly GuestFrame[] | undefined {
  const letter = String.fromCharCode(payload[0] ?? 0);
  const stream = streams[letter.toLowerCase()];
  if (stream === undefined) return undefined;
  if (letter in streams) return [{ type: 'output', stream, text: payload.toString('utf8', 1) }];
  const end = payload.subarray(0, 20).indexOf(lineBreak);
  const dropped = payload.toString('latin1', 1, Math.max(1, end));
  if (!/^\d+$/.test(dropped)) return undefined;
  const text = payload.toString('utf8', end + 1);
  return [{ type: 'output', stream, text, dropped: Number(dropped) }];
}

const streams: Readonly<Record<string, 'stdout' | 'stderr'>> = { o: 'stdout', e: 'stderr' };

function outcomeOf(head: FrameHead, body: string): object {
  if ('error' in head) return { error: head['error'] };
  return body === '' ? {} : { json: body };
}

function decodeDone(head: FrameHead, body: string): readonly GuestFrame[] {
  const { id, status, error, value, findings, stdout, stderr } = head;
  const variables = body === '' ? undefined : body;
  const done = { type: 'done', id, status, error, value, findings, variables } as GuestFrame;
  return [...tailOf('stdout', stdout), ...tailOf('stderr', stderr), done];
}

function tailOf(stream: 'stdout' | 'stderr', kept: unknown): readonly GuestFrame[] {
  if (typeof kept !== 'object' || kept === null) return [];
  const { tail, dropped } = kept as { readonly tail?: unknown; readonly dropped?: unknown };
  if (typeof tail !== 'string' || typeof dropped !== 'number') return [];
  return tail === '' && dropped === 0 ? [] : [{ type: 'output', stream, text: tail, dropped }];
}

/** Bytes that hold nothing else in memory: those that came in several chunks are that already, and may be hundreds of megabytes. */
function ownBytes(payload: Buffer): Uint8Array {
  return payload.length === payload.buffer.byteLength
    ? new Uint8Array(payload.buffer)
    : new Uint8Array(payload);
}
