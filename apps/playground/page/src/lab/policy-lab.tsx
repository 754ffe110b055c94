import type { RunStore } from '../run/run-store.js';
import type { Lab } from './use-lab.js';

/** Where a run would have stopped under other policies. */
export default function PolicyLab(_: { readonly store: RunStore; readonly lab: Lab }) {
  return null;
}
