import { constants } from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { requireFile } from '@rlm/files';

import { putOwnFile } from './files/own-file.js';
import { UsageError } from './usage-error.js';

/** A file that an answer goes to instead of stdout: whole or not at all. */
export interface AnswerFile {
  readonly file: string;
  readonly write: (text: string) => Promise<void>;
}

/**
 * The file of `--output`, if one is named. What is in it is replaced when the answer is there, and stays if there is none. Throws
 * {@link UsageError} if it cannot be written, or is one of the inputs.
 */
export async function findAnswerFile(
  file: string | undefined,
  inputs: readonly (string | undefined)[] = [],
): Promise<AnswerFile | undefined> {
  if (file === undefined) return undefined;
  await requireNoInput(file, inputs);
  try {
    const there = await lstat(file).catch(() => undefined);
    if (there !== undefined) requireFile(there);
    await access(dirname(file), constants.W_OK);
  } catch (error) {
    throw new UsageError(`--output ${file} cannot be written: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return { file, write: (text) => putOwnFile(file, text) };
}

/** Throws {@link UsageError} if a file of results is one that was read, by whatever name: it would be lost. */
export async function requireNoInput(
  output: string,
  inputs: readonly (string | undefined)[],
): Promise<void> {
  const there = await stat(output).catch(() => undefined);
  if (there?.isFile() !== true) return;
  for (const input of inputs) {
    const read = input === undefined ? undefined : await stat(input).catch(() => undefined);
    if (read?.dev !== there.dev || read.ino !== there.ino) continue;
    throw new UsageError(
      `--output ${output} is the file ${String(input)}, which is read and would be lost: name another file`,
    );
  }
}
