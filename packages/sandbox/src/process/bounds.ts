import type { SandboxLimits } from '../contract/limits.js';
import { kinds } from './kinds.js';

const mebibyte = 1024 * 1024;

/** Bytes of the largest frame of a child that has nothing to do, or is not ready. */
export const idleBytes: number = mebibyte;

/** How much a child may send while it has nothing to do, in bytes; each frame counts as {@link idleFrameBytes} more. */
export const idleQuotaBytes: number = 4 * mebibyte;
/** See {@link idleQuotaBytes}. */
export const idleFrameBytes = 1_024;

/** The rest of a frame: names, an error, the variables that a cell left. */
const besideBytes = 4 * mebibyte;

/**
 * Bytes of the largest frame of a child at work, by its kind: what was printed, in four bytes a character; one value that leaves; or
 * the answer to a request, in three bytes a character of a value.
 */
export function busyBytes(kind: number, { maxValueBytes, maxOutputChars }: SandboxLimits): number {
  if (kind === kinds.output) return 4 * maxOutputChars + mebibyte / 16;
  if (kind === kinds.call || kind === kinds.final) return maxValueBytes + mebibyte;
  return 3 * maxValueBytes + 4 * maxOutputChars + besideBytes;
}

/** Bytes of the largest snapshot of a child: its memory, and the data beside it. */
export function snapshotBytes({ memoryBytes }: SandboxLimits, maxBytes: number): number {
  return Math.min(maxBytes, memoryBytes + 16 * mebibyte) + besideBytes;
}

/** Frames that may be on their way to a child that asks for more: it reads one before it does. */
export const maxUnread = 4;
