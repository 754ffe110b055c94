import type { SandboxBackend } from '@rlm/sandbox';
import type { swallowCases } from '../../src/conformance/swallow/index.ts';
import type { conformanceTables } from '../../src/conformance/tables.ts';

/**
 * What is fuzzed: random programs, values on every way between host and guest, forged frames, floods of memory, values and
 * calls.
 */
export type FuzzKind = 'cells' | 'values' | 'frames' | 'resources';

/** Something that must never happen, with the input that shows it, made as small as it goes. */
export interface FuzzProblem {
  readonly kind: FuzzKind;
  /** The number of the attempt, from which (with the seed) it can be made again. */
  readonly number: number;
  readonly reason: string;
  readonly smallest: string;
}

/** What was counted and measured in a campaign. */
export interface FuzzFigures {
  readonly counts: Readonly<Record<string, number>>;
  /** What was measured, at its worst, with the attempt. */
  readonly worst: Readonly<
    Record<string, { readonly value: number; readonly kind: FuzzKind; readonly number: number }>
  >;
  /** Measured over a bound once, and not when the attempt was made again. */
  readonly once: readonly Omit<FuzzProblem, 'smallest'>[];
  readonly problems: readonly FuzzProblem[];
}

/** Feeds random cells, values, frames and floods to a backend in this process; the same seed makes the same attempts. */
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
  /** The numbers of the first attempts. */
  readonly first?: Readonly<Partial<Record<FuzzKind, number>>>;
  readonly onProblem?: (problem: FuzzProblem) => void;
}): Promise<FuzzFigures>;
