import { mismatch, refuseOption } from '@rlm/repl-types/internal';
import type { CreateRunOptions } from '../options/options.js';
import { newRunId } from '../platform/system.js';

/** The place of a run in its tree, and its names. */
export interface RunPlace {
  readonly runId: string;
  /** The seed of its random numbers. */
  readonly seed: string;
  /** Its path from the root: `''`, or short hashes of the effects that led to it, joined by `.`. */
  readonly path: string;
}

type Options = Pick<CreateRunOptions, 'runId' | 'seed' | 'journal' | 'name'>;

/** The part of the parent that a child's place depends on. */
interface ParentPlace extends RunPlace {
  /** The number of the next child. */
  nextChildNumber(): number;
}

/**
 * Finds the place of a run. A root has the id and seed of its journal. A child that is an effect of
 * its parent is named after the effect's key, so that its name does not depend on its siblings; any
 * other child gets a number.
 */
export function placeRun(options: Options, parent: ParentPlace | undefined): RunPlace {
  const { runId, seed, journal } = options;
  if (parent === undefined) {
    if (journal !== undefined && runId !== undefined && runId !== journal.runId) {
      const advice = 'Omit it, or pass it to the store that opens the journal.';
      throw refuseOption(
        mismatch('runId', `"${journal.runId}", the run of the journal`, `"${runId}"`, advice),
      );
    }
    const id = journal?.runId ?? runId ?? newRunId();
    return { runId: id, seed: seed ?? journal?.seed ?? id, path: '' };
  }
  const { name: given = '' } = options;
  const name = given === '' ? nameOf(runId, parent) : given;
  return {
    runId: runId ?? `${parent.runId}.${name}`,
    seed: seed ?? `${parent.seed}.${name}`,
    path: parent.path === '' ? name : `${parent.path}.${name}`,
  };
}

function nameOf(runId: string | undefined, parent: ParentPlace): string {
  if (runId === undefined) return String(parent.nextChildNumber());
  const prefix = `${parent.runId}.`;
  return runId.startsWith(prefix) ? runId.slice(prefix.length) : runId;
}
