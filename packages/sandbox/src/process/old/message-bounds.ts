import type { SandboxLimits } from '../../contract/limits.js';
import type { ShapeLimits } from '../../supervisor/values/measure-json.js';

const mebibyte = 1024 * 1024;

/** The limits of one message from a process of engines. */
export interface MessageBounds {
  /** Bytes of the message's JSON. */
  readonly jsonBytes: number;
  /** Bytes of the texts and bytes beside it, all together; asked when one begins. */
  partBytes(): number;
}

/** The largest message whose length fits in four bytes: the limit of the host's own messages. */
export const ownBounds: MessageBounds = Object.freeze({
  jsonBytes: 0x7fff_ffff,
  partBytes: () => 0x7fff_ffff,
});

/** The limit of a message's JSON. Long texts travel beside it, and a process splits its messages at this size. */
export const jsonBytes: number = mebibyte;

/** The limits of a message's JSON before it is parsed: frames are flat and have few fields. */
export const jsonShape: ShapeLimits = Object.freeze({
  maxValueDepth: 16,
  maxValueNodes: 50_000,
  maxValueDigits: 400,
});

/** Rough bytes of frames from which on a process sends them, so that a message holds that much and one frame at most. */
export const heldFrameBytes: number = 128 * 1024;

/** Texts that a process may say while nothing is asked of an engine. */
export const idleBytes: number = mebibyte;

/** The rest of a frame: names, an error, what a cell left, output that was held before it. */
const besideBytes = 4 * mebibyte;

/** Bytes of the largest message of frames from an engine at work: one value or text, of three or four bytes a character. */
export function framesBytes({ maxValueBytes, maxOutputChars }: SandboxLimits): number {
  return 3 * maxValueBytes + 4 * maxOutputChars + besideBytes;
}

/** Bytes of the largest snapshot of an engine: its memory, and the data beside it. */
export function snapshotBytes({ memoryBytes }: SandboxLimits, maxBytes: number): number {
  return Math.min(maxBytes, memoryBytes + 16 * mebibyte) + besideBytes;
}

/** Bytes of the largest file that a process may give to its host. */
export const fileBytes: number = 64 * mebibyte;

/** Each unrequested message of a process counts as this many additional bytes. */
export const unaskedBytes = 1_024;

/** Diagnostics of one process that are passed on. */
export const maxDiagnostics = 20;

/** Texts from this length on travel in pieces, and go on to an engine so. */
export const piecesFrom = 1_000_000;
