import { messageOf } from '@rlm/repl-types/internal';

import { NoTextError } from './unreadable-error.js';

/**
 * Loads a package that the user installs. Throws {@link NoTextError} with the line that installs it.
 *
 * @param file The file that needs it.
 * @param install The package, with its version.
 */
export async function loadPeer<Module>(
  file: string,
  install: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const [problem = ''] = messageOf(error).split('\n');
    const [name = install] = install.split('@');
    throw new NoTextError(
      file,
      `reading it needs the package ${name}: npm install ${install} (${problem})`,
      { cause: error, needs: name },
    );
  }
}
