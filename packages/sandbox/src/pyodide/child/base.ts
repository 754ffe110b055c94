import { fstatSync, readSync } from 'node:fs';

import { digestBytes } from '../start.js';

/** The snapshot of Pyodide from which all sessions of an installation start: a header, and the memory. */
export interface Base {
  /** All of it, in memory of its own. */
  read(): Uint8Array<ArrayBuffer>;
  /** Bytes of the memory in it. */
  readonly memoryBytes: number;
  /** Fills `into` with this memory, from this address on. */
  readMemory(at: number, into: Uint8Array): void;
}

/** A base in a file that the host has checked. It is read again when it is needed, so that no session holds it. */
export function baseInFile(descriptor: number): Base {
  const size = fstatSync(descriptor).size - digestBytes;
  const read = (at: number, into: Uint8Array): void => {
    readFully(descriptor, digestBytes + at, into);
  };
  return baseOf(size, read);
}

/** A base that is in no file, and so in the memory of each session. */
export function baseInMemory(bytes: Uint8Array): Base {
  return baseOf(bytes.length, (at, into) => {
    into.set(bytes.subarray(at, at + into.length));
  });
}

function baseOf(size: number, read: (at: number, into: Uint8Array) => void): Base {
  const words = new Uint32Array(2);
  read(0, new Uint8Array(words.buffer));
  // Its second word says where the memory begins.
  const offset = words[1] ?? 0;
  return {
    read() {
      const bytes = new Uint8Array(size);
      read(0, bytes);
      return bytes;
    },
    memoryBytes: size - offset,
    readMemory: (at, into) => {
      read(offset + at, into);
    },
  };
}

function readFully(descriptor: number, position: number, into: Uint8Array): void {
  for (let at = 0; at < into.length;) {
    const got = readSync(descriptor, into, at, into.length - at, position + at);
    if (got === 0) throw new Error('the file of the base is too short');
    at += got;
  }
}
