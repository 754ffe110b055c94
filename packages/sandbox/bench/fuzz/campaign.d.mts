import type { SandboxBackend } from '@rlm/sandbox';
import type { conformanceTables, swallowCases } from '@rlm/sandbox/conformance';

/** What is fuzzed: random programs, values on every way between host and guest, forged frames. */
export type FuzzKind = 'cells' | 'values' | 'frames';

/** Something that must never happen, with the input that shows it, made as small as it goes. */
export interface FuzzProblem {
  readonly kind: FuzzKind;
  /** The number of the attempt, from which (with the seed) it can be made again. */
  readonly number: number;
  readonly reason: string;
  readonly smallest: string;
}

/** Feeds random cells, values and frames to a backend; the same seed makes the same attempts. */
export function runFuzz(options: {
  readonly backend: SandboxBackend;
  /** The suite whose cells are mutated. */
  readonly suite: {
    readonly conformanceTables: typeof conformanceTables;
    readonly swallowCases: typeof swallowCases;
  };
  readonly seed: string | number;
  /** When to end; default: never. */
  readonly seconds?: number;
  /** Attempts of each kind; default: no limit. */
  readonly attempts?: number;
  readonly kinds?: readonly FuzzKind[];
  /** The number of the first attempt. */
  readonly first?: number;
  readonly onProblem?: (problem: FuzzProblem) => void;
}): Promise<{
  readonly counts: Readonly<Record<string, number>>;
  readonly problems: readonly FuzzProblem[];
  /** The longest time for which the host's timers were held up, and in which attempt. */
  readonly longestDelay: {
    readonly ms: number;
    readonly kind?: FuzzKind;
    readonly number?: number;
  };
}>;
