import * as modules from 'node:module';
import { messageOf } from '@rlm/repl-types/internal';

import type { SandboxError } from '../contract/errors.js';
import { unavailable } from './unavailable.js';

/** A file of a dependency, and the advice for a user if it is not found. */
export interface InstalledFile {
  /** The backend as a user writes it: `quickjs()`. */
  readonly backend: string;
  /** Package and file, as an import would name it. */
  readonly specifier: string;
  /** What to do if it is not found: install it, or name the file, as bundles must. */
  readonly hint: string;
}

/**
 * Finds a file of a package that is installed for this one, as an import from here would: from this module, or from the
 * bundle that contains this code.
 *
 * @throws SandboxError `backend_unavailable`: what it looked for, from where, and what to do.
 */
export function findInstalled(file: InstalledFile): string {
  // A bundler that writes CommonJS leaves `import.meta` empty, but every CommonJS module knows its file.
  const url = import.meta.url as string | undefined;
  const from = url ?? (typeof __filename === 'string' ? __filename : undefined);
  try {
    if (from === undefined) throw new Error('the location of this bundle is unknown');
    // Not spelled out as text: bundlers that see which file is meant treat WebAssembly as a module, and fail. webpack replaces an
    // imported `createRequire` by a look-up among the modules of the bundle, but not one of a namespace.
    return modules.createRequire(from).resolve(file.specifier);
  } catch (cause) {
    throw notFound(file, from, cause);
  }
}

function notFound(
  { backend, specifier, hint }: InstalledFile,
  from: string | undefined,
  cause: unknown,
): SandboxError {
  const [problem] = messageOf(cause).split('\n');
  return unavailable(
    `${backend} looked for ${specifier} from ${from ?? 'an unknown place'} and did not find it (${problem})`,
    hint,
    cause,
  );
}
