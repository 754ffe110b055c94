import { NoTextError, readTextBytes } from '../../texts/read-text-bytes.js';
import { ProblemError } from '../http/problem.js';

/** The text of a file that was sent. Throws a problem for one that has none. */
export async function readUpload(name: string, bytes: Uint8Array): Promise<string> {
  const text = await readTextBytes(name, bytes).catch((error: unknown) => {
    if (!(error instanceof NoTextError)) throw error;
    throw new ProblemError('invalid', error.message, {}, { cause: error });
  });
  if (text.trim() !== '') return text;
  throw new ProblemError('invalid', `${name}: the document is empty`);
}
