import { createHash } from 'node:crypto';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

import { readContextFiles } from '@rlm/runner/node';

import { asUsageError, labelOf, type ReadText } from '../read-text.js';
import { UsageError } from '../usage-error.js';

/** A file of the text that a question is asked about; its contents are not kept. */
interface TextFile {
  /** Its name in the context. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** Of its text, to tell later whether it has changed. */
  readonly sha256: string;
}

/** The files of a text, and whether the text is that of one file. */
export interface TextFiles {
  readonly isSingle: boolean;
  readonly files: readonly TextFile[];
}

/** Tells whether a text has changed. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What is needed to read a text again that was read of these paths. */
export function textFilesOf(paths: readonly string[], { value }: ReadText): TextFiles {
  const [first = ''] = paths;
  if (typeof value === 'string') {
    return {
      isSingle: true,
      files: [{ name: first, path: resolve(first), sha256: hashOf(value) }],
    };
  }
  // Names in a single folder begin below it; those of several paths begin with the path.
  const pathOf = (name: string): string => resolve(paths.length === 1 ? join(first, name) : name);
  const files = Object.entries(value).map(([name, text]) => ({
    name,
    path: pathOf(name),
    sha256: hashOf(text),
  }));
  return { isSingle: false, files };
}

/** Reads a text again. Throws {@link UsageError} where a file of it is gone, or has another text now. */
export async function readTextAgain({ isSingle, files }: TextFiles): Promise<ReadText> {
  const texts: [name: string, text: string][] = [];
  const changed: string[] = [];
  for (const { name, path, sha256 } of files) {
    const text = await readFileAgain(path);
    if (hashOf(text) !== sha256) changed.push(path);
    texts.push([name, text]);
  }
  if (changed.length > 0) {
    throw new UsageError(
      `the run was asked about another text: ${changed.join(', ')} changed since. Put back what was there, or ask anew (a fork needs the same text too)`,
    );
  }
  return {
    value: isSingle ? (texts[0]?.[1] ?? '') : Object.fromEntries(texts),
    characters: texts.reduce((sum, [, { length }]) => sum + length, 0),
    label: labelOf(texts.length),
  };
}

async function readFileAgain(path: string): Promise<string> {
  try {
    const { context } = await readContextFiles(path);
    if (typeof context === 'string') return context;
  } catch (error) {
    throw asUsageError(error, 'the run was asked about a text that is gone: ');
  }
  throw new UsageError(`the run was asked about the file ${path}, which is a folder now`);
}

/** Throws {@link UsageError} where the folder of the runs lies in the text: it would be part of what is asked about. */
export function requireOutside(runs: string, paths: readonly string[]): void {
  const inside = paths.find((path) => {
    const way = relative(resolve(path), resolve(runs));
    return !way.startsWith('..') && !isAbsolute(way) && !way.split(sep).includes('.rlm');
  });
  if (inside === undefined) return;
  throw new UsageError(
    `--runs needs a folder outside of the text: ${runs} lies in ${inside} and would be asked about too`,
  );
}
