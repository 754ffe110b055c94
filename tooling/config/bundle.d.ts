/**
 * Makes a script of a file and the sources that it uses, for a process of its own: without a build of the packages. It lies in
 * the package, the folder `root`, where its dependencies are found; `external` are left as imports. Gives its path.
 */
export function bundleScript(
  file: string,
  options: { readonly root: string; readonly external?: readonly string[] },
): Promise<string>;
