/// <reference path="../inline.d.ts" />
import guest from 'inline:../javascript/guest/main.ts';
import worker from 'inline:./worker/main.ts';

/** The scripts that engines are made of, as text. */
export interface QuickJSSources {
  /** Runs in the interpreter. */
  readonly guest: string;
  /** Runs in a worker thread, around the interpreter. */
  readonly worker: string;
}

/** The scripts that this package brings along. */
export const sources: QuickJSSources = { guest, worker };
