import type { FuzzFigures, FuzzKind, FuzzProblem } from './campaign.mjs';

/** The program of a host, to be bundled by `bundleHost`. */
export const fuzzHostSource: string;

/** Runs a campaign in a host of its own; one that ends is a problem of the attempt that had begun. */
export function superviseFuzz(job: {
  /** A bundled host. */
  readonly file: string;
  /** The name of the backend, and what it is made with. */
  readonly backend: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly seed: string | number;
  readonly seconds?: number;
  readonly attempts?: number;
  readonly kinds?: readonly FuzzKind[];
  readonly first?: Readonly<Partial<Record<FuzzKind, number>>>;
  readonly onProblem?: (problem: FuzzProblem) => void;
}): Promise<
  FuzzFigures & {
    /** Why the backend cannot work here. */
    readonly leftOut?: string;
  }
>;
