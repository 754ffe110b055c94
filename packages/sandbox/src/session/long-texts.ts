import { askHook, awaitHook, messageOf, refuseOption } from '@rlm/repl-types/internal';
import { rule } from '@rlm/repl-types/options';

import type { ChildFile } from '../contract/backend.js';
import { blockBytes, type LongText, type OpenText } from '../contract/long-text.js';

const pieces = rule(
  'an iterable',
  (value) => typeof (value as Partial<Iterable<unknown>>)[Symbol.iterator] === 'function',
);

/**
 * Opens a text in a file, which may be a caller's own: whatever its methods do, a child can read it. What cannot be read is null
 * bytes, and `verify` throws the error.
 */
export async function openLongText(text: LongText): Promise<OpenText> {
  const opened = await awaitHook(() => text.open());
  let failed: { readonly fault: unknown } | undefined;
  return {
    descriptor: opened.descriptor,
    offset: opened.offset,
    *slices() {
      let left = text.bytes;
      try {
        for (const slice of askHook('slices()', () => opened.slices(), pieces)) {
          left -= slice.length;
          yield slice;
        }
      } catch (fault) {
        failed ??= { fault };
      }
      for (; failed !== undefined && left > 0; left -= blockBytes) {
        yield new Uint8Array(Math.min(left, blockBytes));
      }
    },
    verify() {
      if (failed !== undefined) throw failed.fault;
      askHook('verify()', opened.verify.bind(opened));
    },
    close: () => awaitHook(() => opened.close()),
  };
}

/** The whole text, as a string. Rejects with the fault if it cannot be read. */
export async function readLongText(text: LongText): Promise<string> {
  const opened = await openLongText(text);
  try {
    const whole = joined(opened.slices());
    opened.verify();
    return whole;
  } finally {
    await opened.close();
  }
}

/** The text of pieces of UTF-8. */
export function joined(slices: Iterable<Uint8Array>): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const parts: string[] = [];
  for (const slice of slices) parts.push(decoder.decode(slice, { stream: true }));
  parts.push(decoder.decode());
  return parts.join('');
}

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
