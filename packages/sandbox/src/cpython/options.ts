import { SandboxError } from '../contract/errors.js';

/** How the machine's Python is used. */
export interface CPythonOptions {
  /** Command or absolute path of a Python from 3.9 on. Default: `python3`. */
  readonly python?: string;
  /** Whether cells may import the packages that are installed for this Python. Default: true. */
  readonly packages?: boolean;
  /** Further files and folders that cells may read, absolute, seen at the same path. Default: none. */
  readonly readOnlyPaths?: readonly string[];
  /** Command or absolute path of bubblewrap. Default: `bwrap`. Not used by `unsafeCpython`. */
  readonly bubblewrap?: string;
}

/** {@link CPythonOptions} with their defaults. */
export type ResolvedOptions = Required<CPythonOptions>;

const known = new Set(['python', 'packages', 'readOnlyPaths', 'bubblewrap']);

/** Checks options; throws a SandboxError of code `invalid_option` that says what was expected and what came. */
export function resolveOptions(options: CPythonOptions): ResolvedOptions {
  for (const name of Object.keys(options)) {
    if (!known.has(name)) throw invalid(`unknown option ${name}; known: ${[...known].join(', ')}`);
  }
  const { python = 'python3', packages = true, readOnlyPaths = [], bubblewrap = 'bwrap' } = options;
  for (const [name, value] of Object.entries({ python, bubblewrap })) {
    if (typeof value !== 'string' || value === '') throw invalid(`${name} must be a command`);
  }
  if (typeof packages !== 'boolean') throw invalid('packages must be true or false');
  for (const path of readOnlyPaths) {
    if (typeof path !== 'string' || !path.startsWith('/') || path === '/') {
      throw invalid(
        `readOnlyPaths must be absolute paths below the root, got ${JSON.stringify(path)}`,
      );
    }
  }
  return Object.freeze({ python, packages, readOnlyPaths: [...readOnlyPaths], bubblewrap });
}

function invalid(message: string): SandboxError {
  return new SandboxError('invalid_option', `cpython: ${message}`);
}
