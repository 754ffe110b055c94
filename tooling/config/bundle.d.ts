/** Makes a script of a file and the sources that it uses, for a process of its own; gives its path. See bundle.js. */
export function bundleScript(
  file: string,
  options: { readonly root: string; readonly external?: readonly string[] },
): Promise<string>;
