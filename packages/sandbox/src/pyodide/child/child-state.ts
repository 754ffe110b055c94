import type { ClockReading, GuestClock } from './guest-clock.js';
import { createSeededBytes, type SeededBytes, type SeededPosition } from './seeded-bytes.js';

/** A child's state of its guest besides the guest's memory: the clock, and the position of its random bytes. */
export interface ChildState {
  readonly clock: GuestClock;
  random: SeededBytes;
}

/** The state as bytes, for a snapshot. */
export function writeState({ clock, random }: ChildState): Uint8Array {
  const kept: KeptState = { clock: clock.reading(), random: random.position() };
  return new TextEncoder().encode(JSON.stringify(kept));
}

/** Makes a child's state that of a snapshot. */
export function readState(state: ChildState, bytes: Uint8Array): void {
  const { clock, random } = JSON.parse(new TextDecoder().decode(bytes)) as KeptState;
  state.clock.set(clock);
  state.random = createSeededBytes(random);
}

interface KeptState {
  readonly clock: ClockReading;
  readonly random: SeededPosition;
}
