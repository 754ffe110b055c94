/** What the host begins a child with, beside its parts: `snapshot` to go on from, and `base` if that is in no file. */
export interface PyodideStart {
  /** Folder of the package `pyodide`, with a slash at its end, and the URL of its module. */
  readonly folder: string;
  readonly entryUrl: string;
  /** Python sources from which the child makes a base, and nothing else. Absent: it serves a session. */
  readonly makesBaseOf?: readonly (readonly [name: string, source: string])[] | undefined;
  /** The path of the file that the base is in, for the text of an error. */
  readonly basePath?: string | undefined;
  readonly session: {
    /** Options for the guest; see `python/opening.py`. */
    readonly guest: object;
    readonly seed: string;
    readonly memoryBytes: number;
  };
}

/** Bytes before a base in its file: the digest that the host has checked. */
export const digestBytes = 32;

/** Kinds of frames between the guest and its child alone, beside those of `process/kinds.ts`. */
export const localKinds = Object.freeze({
  /** The driver must return: a snapshot is taken of an interpreter in which nothing runs. */
  pause: 85,
  /** The guest has read what it begins with. */
  opened: 75,
  sleep: 90,
  /** The cell's own code has ended. */
  ended: 69,
  /** How far beyond the session's limit its memory may grow from now on, in bytes. */
  memory: 77,
  /** The driver has failed, with its traceback. */
  fault: 33,
});
