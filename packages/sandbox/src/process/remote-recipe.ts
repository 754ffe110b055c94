/** What makes a recipe's engines in another process. */
export interface RemoteRecipe {
  /** The script that serves them there. */
  readonly script: string;
  /** What the script makes its recipe of. @throws SandboxError `backend_unavailable` */
  data(): unknown;
  /** Files and folders that are read there. @throws SandboxError `backend_unavailable` */
  readable(): readonly string[];
  /** Why these engines cannot be made in another process. */
  readonly obstacle?: string;
}
