import type { Worker } from 'node:worker_threads';

import { serveEngines } from '../../process/old/serve-engines.js';
import { pyodideRecipe } from '../recipe.js';
import type { PyodideSources } from '../sources.js';

/** The first message to a process of Python engines. */
export interface PyodideLoad {
  readonly folder: string;
  readonly cacheFolder?: string | undefined;
  readonly sources: PyodideSources;
}

/** Started by the bootstrap of the process, for the first session. */
declare const thread: Worker;

let waiting: Worker | undefined = thread;
thread.once('exit', () => (waiting = undefined));

function takeThread(): Worker | undefined {
  const taken = waiting;
  waiting = undefined;
  return taken;
}

serveEngines(({ folder, cacheFolder, sources }: PyodideLoad, onDiagnostic, file, offer) =>
  pyodideRecipe({
    folder: () => folder,
    cacheFolder,
    sources,
    onDiagnostic,
    descriptor: file ?? null,
    offer,
    takeThread,
  }),
);
