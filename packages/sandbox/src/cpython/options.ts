import { bound, callable, refuseOption } from '@rlm/repl-types/internal';
import { checkOptions, fields, listOf, rule, trueOrFalse } from '@rlm/repl-types/options';

/** How the machine's Python is used. */
export interface CPythonOptions {
  /** Command or absolute path of a Python from 3.9 on. Default: `python3`. */
  readonly python?: string | undefined;
  /** Whether cells may import the packages that are installed for this Python. Default: true. */
  readonly packages?: boolean | undefined;
  /** Further files and folders that cells may read, absolute, seen at the same path. Default: none. */
  readonly readOnlyPaths?: readonly string[] | undefined;
  /** Command or absolute path of bubblewrap. Default: `bwrap`. Not used by `unsafeCpython`. */
  readonly bubblewrap?: string | undefined;
  /**
   * How many sessions of `cpython()` may be open at once in this process, whichever backend they are of; who opens one more waits. Default:
   * as many as three quarters of the memory hold, of 15 MB each.
   */
  readonly maxSessions?: number | undefined;
  /** Called once, when `unsafeCpython` opens its first session: it has no isolation. Default: ignored. */
  readonly onDiagnostic?: ((diagnostic: UnsafeDiagnostic) => void) | undefined;
}

/** The protections that `unsafeCpython` gives up, for its user. */
export interface UnsafeDiagnostic {
  readonly code: 'unsafe_backend';
  readonly message: string;
}

/** {@link CPythonOptions} with their defaults. */
export type ResolvedOptions = {
  readonly [Name in Exclude<keyof CPythonOptions, 'maxSessions' | 'onDiagnostic'>]-?: NonNullable<
    CPythonOptions[Name]
  >;
};

const command = rule(
  'a command or an absolute path',
  (value) => typeof value === 'string' && value !== '',
);

const path = rule(
  'an absolute path below the root',
  (value) => typeof value === 'string' && value.startsWith('/') && value !== '/',
);

/** Checks options. Throws an InvalidOptionError that says what was expected and what was found. */
export function resolveOptions(options: CPythonOptions): ResolvedOptions {
  const rules = fields<CPythonOptions>({
    python: command,
    packages: trueOrFalse,
    readOnlyPaths: listOf(path),
    bubblewrap: command,
    maxSessions: bound(1),
    onDiagnostic: callable,
  });
  checkOptions(options, rules, refuseOption);
  const { python = 'python3', packages = true, readOnlyPaths = [], bubblewrap = 'bwrap' } = options;
  return Object.freeze({ python, packages, readOnlyPaths: [...readOnlyPaths], bubblewrap });
}
