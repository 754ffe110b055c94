/** The clock that code sees: it stands still while a cell runs. */
export interface CellClock {
  nowMs: number;
}

/**
 * The system imports of the module: a pinned clock, no output, no files, constant bytes instead of random ones (`Math.random` is
 * seeded separately).
 */
export function createWasi(
  clock: CellClock,
): (memory: WebAssembly.Memory) => Record<string, (...args: never[]) => number> {
  const success = 0;
  const badDescriptor = 8;
  return (memory) => ({
    clock_time_get(_clock: number, _precision: bigint, resultPointer: number) {
      const nanoseconds = BigInt(Math.trunc(clock.nowMs)) * 1_000_000n;
      new DataView(memory.buffer).setBigUint64(resultPointer, nanoseconds, true);
      return success;
    },
    random_get(pointer: number, length: number) {
      new Uint8Array(memory.buffer, pointer, length).fill(0x5a);
      return success;
    },
    fd_write: () => badDescriptor,
    fd_close: () => badDescriptor,
    fd_fdstat_get: () => badDescriptor,
    fd_seek: () => badDescriptor,
  });
}
