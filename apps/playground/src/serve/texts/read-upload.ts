import { NoTextError } from '../../texts/read-text-bytes.js';
import { ProblemError } from '../http/problem.js';
import type { ReadTextBytes } from './read-apart.js';

/** The text of a file that was sent. Throws a problem for one that has none. */
export async function readUpload(
  name: string,
  bytes: Uint8Array,
  readBytes: ReadTextBytes,
): Promise<string> {
  const text = await readBytes(name, bytes).catch((error: unknown) => {
    if (!(error instanceof NoTextError)) throw error;
    throw new ProblemError('invalid', error.message, {}, { cause: error });
  });
  if (text.trim() !== '') return text;
  throw new ProblemError('invalid', `${name}: the document is empty`);
}
