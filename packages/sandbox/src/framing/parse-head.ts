import type { Buffer } from 'node:buffer';

import { parseJsonText } from '../supervisor/values/json-text.js';

/** The longest head of a frame, in bytes. */
const maxHeadBytes: number = 1 << 20;

/** The limits of a head: errors and the kept tail of the output, in few parts. */
const headLimits = {
  maxValueBytes: maxHeadBytes,
  maxValueDepth: 4,
  maxValueNodes: 100,
  maxValueDigits: 30,
} as const;

/** What a frame says besides its long text. */
export type FrameHead = Readonly<Record<string, unknown>>;

/** JSON text of an object, or undefined. */
export function parseHead(bytes: Buffer): FrameHead | undefined {
  try {
    const value: unknown = parseJsonText(bytes.toString(), headLimits);
    return typeof value === 'object' && value !== null ? (value as FrameHead) : undefined;
  } catch {
    return undefined;
  }
}

const lineBreak = 0x0a;

/** Takes a payload apart: a line of JSON, and the long text after it. Undefined for anything else. */
export function splitPayload(payload: Buffer): { head: FrameHead; body: string } | undefined {
  const at = payload.indexOf(lineBreak);
  const headLength = at === -1 ? payload.length : at;
  if (headLength > maxHeadBytes) return undefined;
  const head = parseHead(payload.subarray(0, headLength));
  return head && { head, body: at === -1 ? '' : payload.toString('utf8', at + 1) };
}
