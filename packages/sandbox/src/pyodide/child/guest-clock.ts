/** The clock that the guest sees: it stands still while a cell runs, except for the time slept. */
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
  /** The time that it shows, from which another child can continue. */
  reading(): ClockReading;
  /** Shows the time of another clock; by default, the start of 2000. */
  set(reading?: ClockReading): void;
}

/** The readings of both faces of a clock. */
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
