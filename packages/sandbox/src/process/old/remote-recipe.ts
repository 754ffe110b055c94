import type { FileHandle } from 'node:fs/promises';

import type { ThreadRoom } from './thread.js';

/** Makes a recipe's engines in another process. */
export interface RemoteRecipe {
  /** The script that serves them there. */
  readonly script: string;
  /** A thread that starts before the script is there, which finds it as `thread`. Default: there is none. */
  readonly thread?: ThreadRoom | undefined;
  /** The data from which the script makes its recipe. @throws SandboxError `backend_unavailable` */
  data(): unknown;
  /** Opens a file that the process reads by its descriptor; it is asked before `data`. Default: there is none. */
  open?(): Promise<FileHandle | undefined>;
  /**
   * Keeps a file that an isolated process made before any guest ran in it, for later processes; never rejects. Default: there is none.
   */
  keep?(content: Uint8Array): Promise<void>;
  /** Files and folders that are read there. @throws SandboxError `backend_unavailable` */
  readable(): readonly string[];
  /** Why these engines cannot be made in another process. */
  readonly obstacle?: string | undefined;
}
