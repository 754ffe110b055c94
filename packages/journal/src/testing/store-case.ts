import type { Expect } from '@rlm/repl-types/internal';

import type { RunStore } from '../store/run-store.js';

/** The tools of a case: its own, empty store. */
export interface StoreStage {
  readonly store: RunStore;
  readonly expect: Expect;
}

/** One thing that every store does. */
export interface StoreCase {
  readonly name: string;
  readonly check: (stage: StoreStage) => Promise<void>;
}
