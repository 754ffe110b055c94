import { TooMuchWork, type WorkApart } from '../apart/work-apart.js';
import { ProblemError } from '../http/problem.js';
import { LogProblem, logInPage } from './log-in-page.js';

/** The events of a log that a client sends, as JSON inside a page. Throws a problem if it is not the log of a run. */
export type ReadLogBytes = (log: Uint8Array) => Promise<Uint8Array>;

/** A log up to this number of bytes is read sooner than a thread starts. */
const smallBytes = 2 ** 20;

const invalid = (words: string, cause?: unknown): ProblemError =>
  new ProblemError('invalid', words, {}, { cause });

/** Reads a log in this thread. */
export const readLogHere: ReadLogBytes = (log) =>
  logInPage(log).catch((error: unknown) => {
    throw error instanceof LogProblem ? invalid(error.message, error) : error;
  });

/** Reads large logs apart: one of 64 MB takes seconds. */
export function readLogApart(work: WorkApart): ReadLogBytes {
  return async (log) => {
    if (log.length <= smallBytes) return readLogHere(log);
    const result = await work({ kind: 'log', bytes: log }).catch((error: unknown) => {
      if (!(error instanceof TooMuchWork)) throw error;
      throw invalid(`body: the log is not read: ${error.message}`, error);
    });
    if ('bytes' in result) return result.bytes;
    throw invalid('problem' in result ? result.problem : 'body: this is not the log of a run');
  };
}
