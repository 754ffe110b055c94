import { reserveBytes } from '../../python/memory-reserve.js';

const pageBytes = 65_536;

/** How far the interpreter's memory may grow now; `python/memory.py` says when that changes. */
export interface MemoryRoom {
  /** Lets it grow by this many bytes beyond the session's limit, at most by the reserve. */
  limit(beyondBytes: number): void;
  /** Replaces the import with which the interpreter requests more memory. */
  resize(original: WasmFunction): WasmFunction;
  /** Holds a memory to it. */
  attach(memory: WebAssembly.Memory): void;
}

type WasmFunction = (...args: never[]) => unknown;

/** @param limitBytes The session's limit; undefined: none but the module's own. */
export function createMemoryRoom(limitBytes: number | undefined): MemoryRoom {
  const limitPages = Math.floor((limitBytes ?? Infinity) / pageBytes);
  const reservePages = reserveBytes / pageBytes;
  let maxPages = limitPages + reservePages;
  let askedPages = 0;
  return {
    limit(beyondBytes) {
      maxPages = limitPages + Math.min(reservePages, Math.floor(beyondBytes / pageBytes));
    },
    resize: (original) => (bytes: number) => {
      askedPages = Math.ceil((bytes >>> 0) / pageBytes);
      return askedPages <= maxPages ? original(bytes as never) : 0;
    },
    attach(memory) {
      const grow = memory.grow.bind(memory);
      // The interpreter asks for up to a fifth more than it needs, which it does not get of the reserve.
      memory.grow = (pages) => {
        const heldPages = memory.buffer.byteLength / pageBytes;
        return grow(Math.min(pages, Math.max(limitPages, askedPages) - heldPages));
      };
    },
  };
}
