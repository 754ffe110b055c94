import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * The absolute path of a command, looked up in `PATH` unless it is a path already; undefined if there is none. Folders
 * relative to the current directory are ignored: a project that is worked on must not provide the commands.
 */
export function findCommand(command: string): string | undefined {
  const folders = (process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin').split(delimiter);
  const candidates = isAbsolute(command)
    ? [command]
    : folders.filter(isAbsolute).map((folder) => join(folder, command));
  return candidates.find(isExecutable);
}

function isExecutable(path: string): boolean {
  // An error takes longer than a look.
  if (!existsSync(path)) return false;
  try {
    // A folder may be entered, which is the same right.
    if (!statSync(path).isFile()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
