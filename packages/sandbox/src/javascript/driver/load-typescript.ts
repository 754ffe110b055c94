import type { TypeScript } from '../transform/typescript.js';

/**
 * Loads the code that removes types. Its tables take 10 ms to build, so it is loaded for the first cell that needs it:
 * `require` makes the bundler wrap it.
 */
export function loadTypeScript(): TypeScript {
  // oxlint-disable-next-line typescript/no-require-imports
  return require('../transform/typescript.js') as TypeScript;
}
