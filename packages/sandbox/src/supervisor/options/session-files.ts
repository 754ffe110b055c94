import { messageOf, refuseOption } from '@rlm/repl-types/internal';

import type { EngineFile } from '../../contract/engine.js';
import type { LongText } from '../../contract/long-text.js';
import type { ReplayLog } from '../../contract/replay-log.js';
import { openLongText } from '../values/open-long-text.js';
import type { HostEntry } from '../log/host-entry.js';

/**
 * Opens the files of a session, each once; it closes them.
 *
 * @throws InvalidOptionError for one that cannot be opened, or has changed
 */
export async function openFiles(texts: readonly LongText[]): Promise<readonly EngineFile[]> {
  const files: EngineFile[] = [];
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

async function closeFiles(files: readonly EngineFile[]): Promise<void> {
  await Promise.allSettled(files.map(async ({ opened }) => opened.close()));
}

/**
 * The entries of a log, with the files that it names by their SHA-256.
 *
 * @throws InvalidOptionError for a file that is not there
 */
export function withFiles(log: ReplayLog, files: readonly LongText[]): readonly HostEntry[] {
  return log.entries.map((entry): HostEntry => {
    if (entry.type !== 'set' || !('file' in entry.value)) return entry as HostEntry;
    const { sha256, bytes } = entry.value.file;
    const file = files.find((text) => text.sha256 === sha256);
    if (file !== undefined) return { ...entry, value: { file } };
    throw refuseOption({
      option: 'files',
      message: `The log sets ${entry.name} to a file of ${bytes} bytes (SHA-256 ${sha256}), which is not among files. Pass that file in files.`,
    });
  });
}
