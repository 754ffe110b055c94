import { RlmError } from '@rlm/repl-types';
import { readContextFiles } from '@rlm/runner/node';

import { grouped } from './render/numbers.js';
import { UsageError } from './usage-error.js';

/** The text that a question is asked about. */
export interface ReadText {
  /** One file's text, or texts by their names. */
  readonly value: string | Readonly<Record<string, string>>;
  readonly characters: number;
  /** What was read, in words for a person. */
  readonly label: string;
}

const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Reads files and folders. Throws {@link UsageError} with one line that says what is missing, unreadable,
 * or without text.
 */
export async function readText(paths: readonly string[]): Promise<ReadText> {
  try {
    const read = await readContextFiles(paths);
    const { context, files, skipped, totalChars } = read;
    const texts = typeof context === 'string' ? [context] : Object.values(context);
    if (!texts.some((text) => text.trim() !== '')) {
      throw new UsageError(`${paths.join(', ')}: the document is empty`);
    }
    const left = skipped.length === 0 ? '' : ` (${counted(skipped.length, 'binary file')} skipped)`;
    return {
      value: context,
      characters: totalChars,
      label: `${counted(files.length, 'file')}${left}`,
    };
  } catch (error) {
    if (RlmError.isInstance(error)) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
