import { SandboxError } from '../contract/errors.js';

/** Starts things behind walls, or without. */
export interface WallPreference<How, Started> {
  /** Whether one has stood behind walls; undefined while nobody has tried. */
  readonly hasWalls: boolean | undefined;
  readonly start: (how: How) => Promise<Started>;
}

/** The two ways to start. */
export interface WallWays<How, Started> {
  /** Undefined where there are no walls to be had. */
  readonly walled: (how: How) => Promise<Started | undefined>;
  readonly plain: (how: How) => Promise<Started>;
}

/**
 * Starts behind walls where they come to stand, else without. Which it is, is found out once: walls that stood before are not
 * left out for one that did not start; another is tried.
 */
export function preferWalls<How extends { readonly abortSignal?: AbortSignal }, Started>({
  walled,
  plain,
}: WallWays<How, Started>): WallPreference<How, Started> {
  let hasWalls: boolean | undefined;
  const tryWalls = async (how: How): Promise<Started | undefined> => {
    try {
      return await walled(how);
    } catch {
      how.abortSignal?.throwIfAborted();
      return hasWalls === true ? walled(how) : undefined;
    }
  };
  return {
    get hasWalls() {
      return hasWalls;
    },
    async start(how) {
      const started = hasWalls === false ? undefined : await tryWalls(how);
      if (started !== undefined) {
        hasWalls = true;
        return started;
      }
      if (hasWalls === true) {
        throw new SandboxError('backend_unavailable', 'the walls that stood before are gone');
      }
      const without = await plain(how);
      hasWalls = false;
      return without;
    },
  };
}
