import { useSyncExternalStore } from 'react';

import type { RunState, RunStore } from './run-store.js';

/** The state of a run, once a frame. */
export function useRun(store: RunStore): RunState {
  return useSyncExternalStore(store.subscribe, store.state);
}
