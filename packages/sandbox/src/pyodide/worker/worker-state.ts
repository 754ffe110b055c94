import type { ClockReading, GuestClock } from './guest-clock.js';
import { createSeededBytes, type SeededBytes, type SeededPosition } from './seeded-bytes.js';

/** The worker's state of its guest besides the guest's memory: the clock, and the position of its random bytes. */
export interface WorkerState {
  readonly clock: GuestClock;
  random: SeededBytes;
}

/** The state as bytes, for an image. */
export function writeState({ clock, random }: WorkerState): Uint8Array {
  const kept: KeptState = { clock: clock.reading(), random: random.position() };
  return new TextEncoder().encode(JSON.stringify(kept));
}

/** Makes a worker's state that of an image. */
export function readState(state: WorkerState, bytes: Uint8Array): void {
  const { clock, random } = JSON.parse(new TextDecoder().decode(bytes)) as KeptState;
  state.clock.set(clock);
  state.random = createSeededBytes(random);
}

interface KeptState {
  readonly clock: ClockReading;
  readonly random: SeededPosition;
}
