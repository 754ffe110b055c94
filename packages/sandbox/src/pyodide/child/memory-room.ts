import { reserveBytes } from '../../python/memory-reserve.js';

const pageBytes = 65_536;

/** How far the interpreter's memory may grow now; `python/memory.py` says when that changes. */
export interface MemoryRoom {
  /** Lets it grow by this many bytes beyond the session's limit, at most by the reserve. */
  limit(beyondBytes: number): void;
  /** Replaces the import with which the interpreter requests more memory. */
  resize(original: WasmFunction): WasmFunction;
  /**
   * Holds a memory to it.
   *
   * @param limitBytes The session's limit; undefined: none but the module's own.
   */
  attach(memory: WebAssembly.Memory, limitBytes: number | undefined): void;
}

type WasmFunction = (...args: never[]) => unknown;

/** Makes a {@link MemoryRoom}: until a memory is attached, there is none. */
export function createMemoryRoom(): MemoryRoom {
  const reservePages = reserveBytes / pageBytes;
  let limitPages = 0;
  let maxPages = 0;
  let askedPages = 0;
  return {
    limit(beyondBytes) {
      maxPages = limitPages + Math.min(reservePages, Math.floor(beyondBytes / pageBytes));
    },
    resize: (original) => (bytes: number) => {
      askedPages = Math.ceil((bytes >>> 0) / pageBytes);
      return askedPages <= maxPages ? original(bytes as never) : 0;
    },
    attach(memory, limitBytes) {
      limitPages = Math.floor((limitBytes ?? Infinity) / pageBytes);
      maxPages = limitPages + reservePages;
      const grow = memory.grow.bind(memory);
      // The interpreter asks for up to a fifth more than it needs, which it does not get of the reserve.
      memory.grow = (pages) => {
        const heldPages = memory.buffer.byteLength / pageBytes;
        return grow(Math.min(pages, Math.max(limitPages, askedPages) - heldPages));
      };
    },
  };
}
