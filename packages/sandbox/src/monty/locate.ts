import { requireHere } from '../host/require-here.js';
import { dirname, join } from 'node:path';

/** Version of the worker that this backend speaks with; images belong to it. */
export const montyVersion = '0.0.23';

/** The optional peer dependency, which holds the worker for x86-64 Linux with glibc. */
export const peerPackage = '@pydantic/monty-linux-x64-gnu@0.0.23';

/** The path of the worker in the peer dependency, or undefined where it is not installed. */
export function locateWorker(): string | undefined {
  try {
    const manifest = requireHere().resolve('@pydantic/monty-linux-x64-gnu/package.json');
    return join(dirname(manifest), 'monty');
  } catch {
    return undefined;
  }
}
