import { serveEngines } from '../../process/serve-engines.js';
import { pyodideRecipe } from '../recipe.js';
import type { PyodideSources } from '../sources.js';

/** What a process of Python engines is told. */
export interface PyodideLoad {
  readonly folder: string;
  readonly cacheFolder?: string;
  readonly sources: PyodideSources;
}

serveEngines(({ folder, cacheFolder, sources }: PyodideLoad, onDiagnostic, file) =>
  pyodideRecipe({
    folder: () => folder,
    cacheFolder,
    sources,
    onDiagnostic,
    descriptor: file ?? null,
  }),
);
