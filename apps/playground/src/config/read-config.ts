import { NoFileError, readFileBytes, TooManyBytesError } from '@rlm/runner/node/internal';

import { isTrustedFile, type FileAsRead } from '../trust/trusted-files.js';
import { UsageError } from '../usage-error.js';
import { checkConfig, type Config } from './check-config.js';

/** The file that is looked for in the current folder. */
export const configName = 'rlm.config.json';

/** No configuration is longer. */
const maxConfigBytes = 64 * 1024;

/** A configuration file that was read. */
export interface ConfigFile extends FileAsRead {
  readonly config: Config;
}

/**
 * Reads a configuration file: the one that is named, or else that of the current folder, if there is one, which must not be a link. Throws
 * {@link UsageError} for one that cannot be read, or that the schema refuses.
 */
export async function readConfig(named: string | undefined): Promise<ConfigFile | undefined> {
  const file = named ?? configName;
  const options = { followLinks: named !== undefined, maxBytes: maxConfigBytes };
  let bytes: Uint8Array;
  try {
    bytes = await readFileBytes(file, options);
  } catch (error) {
    if (named === undefined && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(whyUnread(file, named !== undefined, error), { cause: error });
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: it is not UTF-8`, { cause: error });
  }
  return { file, text, config: checkConfig(file, text) };
}

/** Whether the user has trusted a file as it is now. */
export const isTrusted = ({ file, text }: ConfigFile): Promise<boolean> =>
  isTrustedFile({ file, text });

function whyUnread(file: string, isNamed: boolean, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof TooManyBytesError) {
    return `${file} is too long for a configuration: at most ${maxConfigBytes} bytes are read`;
  }
  if (error instanceof NoFileError || code === 'ELOOP') {
    const links = isNamed ? '' : ', and a link is not followed (--config <file> follows one)';
    return `${file} is no regular file${links}`;
  }
  return code === 'ENOENT' ? `there is no file ${file} (--config)` : `${file}: ${message}`;
}
