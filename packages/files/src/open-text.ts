import { createHash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';

import type { OpenText } from '@rlm/sandbox';

import { openRegular } from './read-file-bytes.js';

/** What tells one state of a file from another. */
export type FileStamp = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>;

/** The part of a file that is a text, in bytes. */
export interface TextPlace {
  readonly offset: number;
  readonly bytes: number;
}

const sliceBytes = 1 << 18;

/** Opens a text again that was looked through. Throws if the file is not the same any more. */
export async function openText(
  path: string,
  stamp: FileStamp,
  place: TextPlace,
): Promise<OpenText> {
  const handle = await openRegular(path, { followLinks: false });
  let isClosed = false;
  const requireState = (): void => {
    requireSame(fstatSync(handle.fd, { bigint: true }), stamp);
  };
  try {
    requireState();
  } catch (error) {
    await handle.close();
    throw error;
  }
  const { slices, fault } = slicesOf(handle.fd, place, {
    begin() {
      if (isClosed) throw new Error('it was closed while it was read');
    },
  });
  return {
    descriptor: handle.fd,
    offset: place.offset,
    slices,
    verify() {
      const found = fault();
      if (found !== undefined) throw found;
      if (!isClosed) requireState();
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await handle.close();
    },
  };
}

/** Opens a text whose file stays open: a file may grow, move or be deleted, as long as the text keeps its SHA-256. */
export function openHeldText(descriptor: number, place: TextPlace, sha256: string): OpenText {
  const { slices, fault } = slicesOf(descriptor, place, { sha256 });
  return {
    descriptor,
    offset: place.offset,
    slices,
    verify() {
      const found = fault();
      if (found !== undefined) throw found;
    },
    close: () => Promise.resolve(),
  };
}

/** How the slices of a text are checked. */
interface SliceChecks {
  /** Throws if no more may be read. */
  readonly begin?: () => void;
  /** What all of them together must have; default: not looked at. */
  readonly sha256?: string;
}

/** Reads a text piece by piece. What cannot be read is null bytes; `fault` then says why. */
function slicesOf(
  descriptor: number,
  { offset, bytes }: TextPlace,
  { begin, sha256 }: SliceChecks,
): { slices: () => IterableIterator<Uint8Array>; fault: () => Error | undefined } {
  let fault: Error | undefined;
  function* slices(): IterableIterator<Uint8Array> {
    const hash = sha256 === undefined ? undefined : createHash('sha256');
    for (let at = 0; at < bytes; at += sliceBytes) {
      const slice = Buffer.alloc(Math.min(sliceBytes, bytes - at));
      try {
        begin?.();
        for (let filled = 0; filled < slice.length;) {
          const left = slice.length - filled;
          const read = readSync(descriptor, slice, filled, left, offset + at + filled);
          if (read === 0) throw sha256 === undefined ? changed() : changedMeanwhile();
          filled += read;
        }
        hash?.update(slice);
        const isLast = at + slice.length === bytes;
        if (isLast && hash !== undefined && hash.digest('hex') !== sha256) throw changedMeanwhile();
      } catch (error) {
        fault ??= error as Error;
      }
      yield slice;
    }
  }
  return { slices, fault: () => fault };
}

/** The state of an open file. */
export function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): FileStamp {
  return { dev, ino, size, mtimeNs, ctimeNs };
}

/** Throws if a file is not in the state in which it was. */
export function requireSame(found: FileStamp, stamp: FileStamp): void {
  const names = ['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const;
  if (names.some((name) => found[name] !== stamp[name])) throw changed();
}

function changed(): Error {
  return new Error('the file was changed after fileContext() read it: call fileContext() again');
}

function changedMeanwhile(): Error {
  return new Error('the file was changed while the run needed it: start again');
}
