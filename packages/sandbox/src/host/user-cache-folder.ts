import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * The system's cache folder for the user of this process: `XDG_CACHE_HOME` or `~/.cache`, on macOS `~/Library/Caches`,
 * on Windows `LOCALAPPDATA`; undefined if there is none. One of the two places in this package that read the
 * environment.
 */
export function userCacheFolder(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
  switch (platform) {
    case 'win32':
      return absolute(environment['LOCALAPPDATA']);
    case 'darwin':
      return below(home(), 'Library', 'Caches');
    default:
      return absolute(environment['XDG_CACHE_HOME']) ?? below(home(), '.cache');
  }

  function home(): string | undefined {
    try {
      return absolute(environment['HOME']) ?? absolute(homedir());
    } catch {
      // No home is known of this user.
      return undefined;
    }
  }
}

function absolute(folder: string | undefined): string | undefined {
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

function below(folder: string | undefined, ...names: readonly string[]): string | undefined {
  return folder === undefined ? undefined : join(folder, ...names);
}
