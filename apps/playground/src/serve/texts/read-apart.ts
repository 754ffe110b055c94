import { isPacked, NoTextError, readTextBytes, TextTooLongError } from '@rlm/files';

import { TooMuchWork, type WorkApart } from '../apart/work-apart.js';

/** Gives the text of a file. Throws {@link NoTextError}. */
export type ReadTextBytes = typeof readTextBytes;

/**
 * Reads documents apart: a small PDF or DOCX can unpack to more than there is memory, or take an hour, and everybody else would wait
 * for it.
 */
export function readApart(work: WorkApart): ReadTextBytes {
  return async (name, bytes, maxCharacters = Infinity) => {
    if (!isPacked(name, bytes)) return readTextBytes(name, bytes, maxCharacters);
    const task = { kind: 'document', name, bytes, maxCharacters } as const;
    const result = await work(task).catch((error: unknown) => {
      if (!(error instanceof TooMuchWork)) throw error;
      throw new NoTextError(name, `the document is not read: ${error.message}`);
    });
    if ('text' in result) return result.text;
    if ('problem' in result && result.isTooLong === true) {
      throw new TextTooLongError(name, maxCharacters);
    }
    const problem = 'problem' in result ? result.problem : 'there is no text in it';
    throw new NoTextError(name, problem.replace(`${name}: `, ''));
  };
}
