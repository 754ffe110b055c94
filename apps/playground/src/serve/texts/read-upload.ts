import { ProblemError } from '../http/problem.js';

/** The text of a file that was sent. Throws a problem for one that has none. */
export function readUpload(name: string, bytes: Uint8Array): Promise<string> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ProblemError('invalid', `${name} is no text in UTF-8`, {}, { cause: error });
  }
  if (text.includes('\0')) throw new ProblemError('invalid', `${name} is a binary file`);
  if (text.trim() === '') throw new ProblemError('invalid', `${name}: the document is empty`);
  return Promise.resolve(text);
}
