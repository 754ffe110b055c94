import { join } from 'node:path';

import { NoFileError, readFileBytes, TooManyBytesError } from '@rlm/files';

import { UsageError } from '../usage-error.js';
import { userFolder } from '../user-folders.js';
import { checkConfig, type Config } from './check-config.js';

/** No settings are longer. */
const maxConfigBytes = 64 * 1024;

/** The settings of a user. */
export interface ConfigFile {
  readonly file: string;
  readonly config: Config;
}

/**
 * Reads the user's own settings: `config.json` in the folder of `rlm`, if it is there. Nothing is read from the current folder, which may
 * be a repository of anybody. Throws {@link UsageError} for a file that cannot be read, or that the schema refuses.
 */
export async function readConfig(): Promise<ConfigFile | undefined> {
  const folder = userFolder('config');
  if (folder === undefined) return undefined;
  const file = join(folder, 'config.json');
  let bytes: Uint8Array;
  try {
    bytes = await readFileBytes(file, { maxBytes: maxConfigBytes });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(whyUnread(file, error), { cause: error });
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { file, config: checkConfig(file, text) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${file} is not JSON: it is not UTF-8`, { cause: error });
  }
}

function whyUnread(file: string, error: unknown): string {
  if (error instanceof TooManyBytesError) {
    return `${file} is too long for settings: at most ${maxConfigBytes} bytes are read`;
  }
  return error instanceof NoFileError
    ? `${file} is no regular file`
    : `${file} cannot be read: ${(error as Error).message}`;
}
