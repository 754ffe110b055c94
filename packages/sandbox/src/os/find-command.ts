import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * The absolute path of a command, looked up in `PATH` unless it is a path already; undefined if there is none. Folders
 * relative to the current directory are ignored: a project that is worked on must not provide the commands.
 */
export async function findCommand(command: string): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin').split(delimiter);
  const candidates = isAbsolute(command)
    ? [command]
    : folders.filter(isAbsolute).map((folder) => join(folder, command));
  for (const candidate of candidates) {
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
