import { decodeFile, type DecodedText, isPacked, NoTextError, TextTooLongError } from '@rlm/files';
import { ProblemError } from '../http/problem.js';
import type { TextLibrary } from './library.js';
import type { ReadTextBytes } from './read-apart.js';

/** A file that was sent. */
interface SentFile {
  readonly client: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The text of a file that was sent. Throws a problem for one that has none, or more than there is room for. */
export async function readUpload(
  { client, name, bytes }: SentFile,
  texts: TextLibrary,
  readBytes: ReadTextBytes,
): Promise<DecodedText> {
  const maxCharacters = texts.maxCharacters(client);
  const reading: Promise<DecodedText> = isPacked(name, bytes)
    ? readBytes(name, bytes, maxCharacters).then((text) => ({ text }))
    : decodeFile(name, bytes, maxCharacters);
  const decoded = await reading.catch((error: unknown) => {
    if (error instanceof TextTooLongError) throw texts.tooLong(client, error.message);
    if (!(error instanceof NoTextError)) throw error;
    throw new ProblemError('invalid', error.message, {}, { cause: error });
  });
  if (decoded.text.trim() !== '') return decoded;
  throw new ProblemError('invalid', `${name}: the document is empty`);
}
