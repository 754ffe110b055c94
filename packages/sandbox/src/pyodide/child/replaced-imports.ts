import type { GuestClock } from './guest-clock.js';
import type { MemoryRoom } from './memory-room.js';

/** What the replaced imports need from the session. */
export interface ImportHost {
  readonly clock: GuestClock;
  /** Fills with the session's seeded bytes. */
  readonly random: (target: Uint8Array) => void;
  /** The number of the signal that the interpreter finds when it looks, or 0. */
  readonly nextSignal: () => number;
  readonly memory: () => WebAssembly.Memory;
  readonly room: MemoryRoom;
}

type WasmFunction = (...args: never[]) => unknown;

const invalidArgument = 28;
/**
 * Imports that the child answers itself: time, zone (UTC) and randomness, so that they belong to the session and
 * reveal nothing about the host; the question whether there is a signal; and how far the memory may grow.
 */
export function replacedImports(
  host: ImportHost,
): ReadonlyMap<string, (original: WasmFunction) => WasmFunction> {
  const view = () => new DataView(host.memory().buffer);
  const replace = (f: WasmFunction) => () => f;
  const zoneSiblings: { gmtime?: WasmFunction; timegm?: WasmFunction } = {};
  return new Map<string, (original: WasmFunction) => WasmFunction>([
    ['emscripten_date_now', replace(() => host.clock.now())],
    ['emscripten_get_now', replace(() => host.clock.monotonic())],
    [
      'clock_time_get',
      replace((clock: number, _precision: bigint, result: number) => {
        if (clock < 0 || clock > 3) return invalidArgument;
        const ms = clock === 0 ? host.clock.now() : host.clock.monotonic();
        view().setBigInt64(result >>> 0, BigInt(Math.round(ms * 1000)) * 1000n, true);
        return 0;
      }),
    ],
    [
      'random_get',
      replace((target: number, size: number) => {
        host.random(new Uint8Array(host.memory().buffer, target >>> 0, size >>> 0));
        return 0;
      }),
    ],
    ['emscripten_resize_heap', (original) => host.room.resize(original)],
    ['_Py_CheckEmscriptenSignals_Helper', replace(host.nextSignal)],
    ['_gmtime_js', (original) => (zoneSiblings.gmtime = original)],
    ['_timegm_js', (original) => (zoneSiblings.timegm = original)],
    [
      '_localtime_js',
      replace((time: never, result: number) => {
        zoneSiblings.gmtime?.(time, result as never);
        view().setInt32((result >>> 0) + 32, 0, true);
        view().setInt32((result >>> 0) + 36, 0, true);
      }),
    ],
    ['_mktime_js', replace((parts: never) => zoneSiblings.timegm?.(parts))],
    [
      '_tzset_js',
      replace((zone: number, daylight: number, standardName: number, daylightName: number) => {
        view().setInt32(zone >>> 0, 0, true);
        view().setInt32(daylight >>> 0, 0, true);
        for (const name of [standardName, daylightName]) {
          new Uint8Array(host.memory().buffer, name >>> 0, 4).set([85, 84, 67, 0]);
        }
      }),
    ],
  ]);
}
