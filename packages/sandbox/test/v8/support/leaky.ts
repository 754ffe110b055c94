import { createV8Recipe } from '../../../src/v8/recipe.js';
import { sources } from '../../../src/v8/sources.js';
import type { EngineRecipe } from '../../../src/contract/engine.js';

const options = { bubblewrap: 'bwrap' };

/** A guest that has got hold of a function of the process's realm: `leak`. */
const withFunction = `;{ const { boot } = module.exports; module.exports = { boot(call, ...rest) {
  const realm = boot(call, ...rest);
  globalThis.leak = call;
  return realm;
} }; }`;

/** `v8()` whose context has a hole: cells find a function of the process's realm as `leak`. */
export function leakyV8(): EngineRecipe {
  return createV8Recipe(options, { ...sources, guest: sources.guest + withFunction });
}

/** The same, with all of the process: cells find its `process` as `leak.process`, and its socket as `leak.socket`. */
export function openV8(): EngineRecipe {
  return createV8Recipe(options, {
    ...sources,
    guest: sources.guest + withFunction,
    process: `Object.assign(Function.prototype, { process, socket, require });${sources.process}`,
  });
}

/** `v8()` with another program in its process. */
export function forgedV8(program: string): EngineRecipe {
  return createV8Recipe(options, { guest: '', thread: '', process: program });
}
