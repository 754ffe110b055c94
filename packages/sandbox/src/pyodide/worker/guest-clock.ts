/** The clock that the guest sees: it stands still while a cell runs, but for the time slept. */
export interface GuestClock {
  /** A cell starts; the guest's clock shows this, in milliseconds since 1970. */
  begin(nowMs: number): void;
  /** The guest has slept. */
  advance(ms: number): void;
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Milliseconds of a clock that only rises. Each look costs it a microsecond, so that a loop which waits
   * for it ends, in the same way every time.
   */
  monotonic(): number;
  /** What it shows, to go on from in another worker. */
  reading(): ClockReading;
  /** Shows what another clock showed; the start of 2000 where none is named. */
  set(reading?: ClockReading): void;
}

/** What both faces of a clock show. */
export interface ClockReading {
  readonly now: number;
  readonly rising: number;
}

const start: ClockReading = { now: 946_684_800_000, rising: 0 };

/** Makes a clock that shows the start of 2000 until a cell begins. */
export function createGuestClock(): GuestClock {
  let { now, rising } = start;
  return {
    begin(nowMs) {
      rising += Math.max(0, nowMs - now);
      now = nowMs;
    },
    advance(ms) {
      now += ms;
      rising += ms;
    },
    now: () => now,
    monotonic: () => (rising += 0.001),
    reading: () => ({ now, rising }),
    set(reading = start) {
      ({ now, rising } = reading);
    },
  };
}
