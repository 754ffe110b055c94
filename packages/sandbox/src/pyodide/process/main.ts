import { compileLate } from '../../process/compile-late.js';
import { serveEngines } from '../../process/serve-engines.js';
import { pyodideRecipe } from '../recipe.js';
import type { PyodideSources } from '../sources.js';

/** The first message to a process of Python engines. */
export interface PyodideLoad {
  readonly folder: string;
  readonly cacheFolder?: string;
  readonly sources: PyodideSources;
}

serveEngines(({ folder, cacheFolder, sources }: PyodideLoad, onDiagnostic, file, offer) =>
  pyodideRecipe({
    folder: () => folder,
    cacheFolder,
    sources,
    compile: compileLate,
    onDiagnostic,
    descriptor: file ?? null,
    offer,
  }),
);
