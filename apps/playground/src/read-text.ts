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

/** How many files were read, and how many were left out, in words. */
export function labelOf(files: number, skipped = 0): string {
  const left = skipped === 0 ? '' : ` (${counted(skipped, 'binary file')} skipped)`;
  return `${counted(files, 'file')}${left}`;
}

/** What a person is told of a text that cannot be read; other faults stay as they are. */
export function asUsageError(error: unknown, before = ''): unknown {
  if (!RlmError.isInstance(error)) return error;
  return new UsageError(`${before}${error.message}`, { cause: error });
}

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
    return {
      value: context,
      characters: totalChars,
      label: labelOf(files.length, skipped.length),
    };
  } catch (error) {
    throw asUsageError(error);
  }
}
