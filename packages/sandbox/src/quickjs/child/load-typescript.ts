/// <reference path="../../inline.d.ts" />
import { Script } from 'node:vm';

import source from 'inline:../../javascript/transform/typescript.ts';

import type { TypeScript } from '../../javascript/transform/typescript.js';

let loaded: TypeScript | undefined;

/**
 * Loads the code that removes types. It is 200 kB, and its tables take 10 ms to build, so it is only a text until the
 * first cell needs it.
 */
export function loadTypeScript(): TypeScript {
  loaded ??= run();
  return loaded;
}

function run(): TypeScript {
  const script = new Script(`(function (module) {${source}\n})`, { filename: 'typescript.cjs' });
  const module = { exports: {} };
  (script.runInThisContext() as (scope: typeof module) => void)(module);
  return module.exports as TypeScript;
}
