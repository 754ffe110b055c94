import type { SandboxLimits } from '../contract/limits.js';
import type { ShapeLimits } from '../supervisor/values/measure-json.js';

const mebibyte = 1024 * 1024;

/** What one message of a process of engines may take on its host. */
export interface MessageBounds {
  /** Bytes of the message's JSON. */
  readonly jsonBytes: number;
  /** Bytes of the texts and bytes beside it, all together; asked when one begins. */
  partBytes(): number;
}

/** The most that a message can be whose length is written in four bytes: what the host itself says. */
export const ownBounds: MessageBounds = Object.freeze({
  jsonBytes: 0x7fff_ffff,
  partBytes: () => 0x7fff_ffff,
});

/** JSON of a message: long texts are beside it, and a process sends what it has to say in messages of this size. */
export const jsonBytes: number = mebibyte;

/** What the JSON of a message may be, before it is parsed: frames are flat and have few fields. */
export const jsonShape: ShapeLimits = Object.freeze({
  valueDepth: 16,
  valueNodes: 50_000,
  valueDigits: 400,
});

/** Rough bytes of frames from which on a process sends them, so that a message holds that much and one frame at most. */
export const heldFrameBytes: number = 128 * 1024;

/** Texts that a process may say while nothing is asked of an engine. */
export const idleBytes: number = mebibyte;

/** What else a frame holds: names, an error, what a cell left, what was held before it. */
const besideBytes = 4 * mebibyte;

/** Bytes of the largest message of frames from an engine at work: one value or text, of three or four bytes a character. */
export function framesBytes({ valueBytes, outputChars }: SandboxLimits): number {
  return 3 * valueBytes + 4 * outputChars + besideBytes;
}

/** Bytes of the largest image of an engine: its memory, and what is beside it. */
export function imageBytes({ memoryBytes }: SandboxLimits, mostBytes: number): number {
  return Math.min(mostBytes, memoryBytes + 16 * mebibyte) + besideBytes;
}
