/// <reference path="../inline.d.ts" />
import worker from 'inline:./worker/main.ts';

import { guestSources } from './guest/index.js';

/** The scripts that engines are made of, as text. */
export interface PyodideSources {
  /** Runs in a worker thread, around the interpreter. */
  readonly worker: string;
  /** Python modules that run in the interpreter: name and text. */
  readonly guest: readonly (readonly [name: string, source: string])[];
}

/** The scripts that this package brings along. */
export const sources: PyodideSources = { worker, guest: guestSources };
