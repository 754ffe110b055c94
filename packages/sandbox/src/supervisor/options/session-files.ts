import { messageOf, refuseOption } from '@rlm/repl-types/internal';

import type { ChildFile } from '../../contract/backend.js';
import type { LongText } from '../../contract/long-text.js';
import { openLongText } from '../values/open-long-text.js';

/**
 * Opens the files of a session, each once; it closes them.
 *
 * @throws InvalidOptionError for one that cannot be opened, or has changed
 */
export async function openFiles(texts: readonly LongText[]): Promise<readonly ChildFile[]> {
  const files: ChildFile[] = [];
  for (const text of new Set(texts)) {
    try {
      files.push({ text, opened: await openLongText(text) });
    } catch (error) {
      await closeFiles(files);
      throw refuseOption({
        option: `files[${texts.indexOf(text)}]`,
        message: `files[${texts.indexOf(text)}] cannot be opened: ${messageOf(error)}.`,
      });
    }
  }
  return files;
}

async function closeFiles(files: readonly ChildFile[]): Promise<void> {
  await Promise.allSettled(files.map(async ({ opened }) => opened.close()));
}
