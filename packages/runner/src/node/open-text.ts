import { fstatSync, readSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';

import type { OpenText } from '@rlm/sandbox';

import { openRegular } from './read-file-bytes.js';

/** What tells one state of a file from another. */
export type FileStamp = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>;

const sliceBytes = 1 << 18;

/** Opens a text again that was looked through. Throws if the file is not the same any more. */
export async function openText(
  path: string,
  stamp: FileStamp,
  { offset, bytes }: { readonly offset: number; readonly bytes: number },
): Promise<OpenText> {
  const handle = await openRegular(path, { followLinks: false });
  const descriptor = handle.fd;
  let isClosed = false;
  let fault: Error | undefined;
  const verify = (): void => {
    if (fault !== undefined) throw fault;
    if (!isClosed) requireSame(fstatSync(descriptor, { bigint: true }), stamp);
  };
  function* slices(): IterableIterator<Uint8Array> {
    for (let at = 0; at < bytes; at += sliceBytes) {
      const slice = Buffer.alloc(Math.min(sliceBytes, bytes - at));
      try {
        if (isClosed) throw new Error('it was closed while it was read');
        for (let filled = 0; filled < slice.length;) {
          const left = slice.length - filled;
          const read = readSync(descriptor, slice, filled, left, offset + at + filled);
          if (read === 0) throw changed();
          filled += read;
        }
      } catch (error) {
        fault ??= error as Error;
      }
      yield slice;
    }
  }
  try {
    verify();
  } catch (error) {
    await handle.close();
    throw error;
  }
  return {
    descriptor,
    offset,
    slices,
    verify,
    async close() {
      if (isClosed) return;
      isClosed = true;
      await handle.close();
    },
  };
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
