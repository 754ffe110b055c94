/// <reference path="../inline.d.ts" />
import guest from 'inline:./guest/main.ts';
import process from 'inline:./process/main.ts';
import thread from 'inline:./thread/main.ts';

/** The scripts of a session, as text. */
export interface V8Sources {
  /** Runs in the context of the cells. */
  readonly guest: string;
  /** The program of the process, around that context. */
  readonly process: string;
  /** Runs in a thread of the process, and stops cells. */
  readonly thread: string;
}

/** The scripts that this package brings along. */
export const sources: V8Sources = { guest, process, thread };
