import type { Capability } from '../case.js';
import { idleCases } from './idle.js';
import { localsCases } from './locals.js';
import { sessionCases } from './session.js';
import { snapshotCases } from './snapshots.js';
import type { LifecycleTable } from './stage.js';
import { helperNameCases, takenNameCases } from './taken-names.js';
import { survivingCases, timeCases } from './time.js';

/** Checks that need the same capability. */
interface LifecycleGroup {
  readonly needs?: Capability;
  readonly cases: LifecycleTable;
}

/** The checks of a session as a whole: its opening, snapshots, forks, time-outs and end. */
export const lifecycleGroups: readonly LifecycleGroup[] = [
  { cases: { ...sessionCases, ...timeCases, ...idleCases, ...localsCases, ...takenNameCases } },
  { needs: 'helpers', cases: helperNameCases },
  { needs: 'survivesTimeout', cases: survivingCases },
  { needs: 'snapshot', cases: snapshotCases },
];
