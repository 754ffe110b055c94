import { createRequire } from 'node:module';

/** Resolves and loads packages as seen from this package: the optional engines. */
export function requireHere(): NodeJS.Require {
  return createRequire(import.meta.url);
}
