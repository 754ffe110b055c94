import { lstat, readdir, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** What a process behind bubblewrap may see, and how it is filtered. */
export interface BubblewrapPlan {
  /** Files and folders that are bound read-only, at their own paths; those that do not exist are left out. */
  readonly readOnlyPaths: readonly string[];
  /** Descriptor from which bubblewrap reads the seccomp filter. */
  readonly filterDescriptor?: number;
}

const namespaces = ['user', 'ipc', 'pid', 'net', 'uts'].map((name) => `--unshare-${name}`);
const nobody = '65534';
/** Links at the root of merged systems (`/lib` -> `usr/lib`), and where dynamic loaders live. */
const rootFolders = ['/lib', '/lib64', '/usr/lib64'];

/**
 * The arguments for bubblewrap up to the command: own namespaces, no capability, a root that is empty but
 * for the read-only paths and itself read-only, no terminal, and an end together with the parent.
 */
export async function bubblewrapArguments(plan: BubblewrapPlan): Promise<readonly string[]> {
  const { links, folders } = await loaderPaths();
  const paths = await existingRoots([...folders, ...plan.readOnlyPaths]);
  return [
    ...namespaces,
    '--unshare-cgroup-try',
    ...['--uid', nobody, '--gid', nobody, '--hostname', 'sandbox', '--cap-drop', 'ALL'],
    ...['--die-with-parent', '--new-session'],
    ...paths.flatMap((path) => ['--ro-bind', path, path]),
    ...links.flatMap(([target, path]) => ['--symlink', target, path]),
    ...['--remount-ro', '/', '--chdir', '/'],
    ...(plan.filterDescriptor === undefined ? [] : ['--seccomp', String(plan.filterDescriptor)]),
  ];
}

interface LoaderPaths {
  readonly links: readonly (readonly [target: string, path: string])[];
  readonly folders: readonly string[];
}

async function loaderPaths(): Promise<LoaderPaths> {
  const links: [string, string][] = [];
  const folders: string[] = ['/etc/ld.so.cache'];
  for (const path of rootFolders) {
    const status = await lstat(path).catch(() => undefined);
    if (status?.isSymbolicLink() === true) links.push([await readlink(path), path]);
    else if (status?.isDirectory() === true && path !== '/lib') folders.push(path);
  }
  for (const folder of ['/lib', '/usr/lib']) {
    const names = await readdir(folder).catch(() => []);
    folders.push(
      ...names.filter((name) => /^ld-.*\.so/.test(name)).map((name) => join(folder, name)),
    );
  }
  const isBehindLink = (path: string): boolean =>
    links.some(([, link]) => path === link || path.startsWith(`${link}/`));
  return { links, folders: folders.filter((path) => !isBehindLink(path)) };
}

/** The paths that exist, without those inside another of them. */
async function existingRoots(paths: readonly string[]): Promise<readonly string[]> {
  const existing = new Set<string>();
  for (const path of paths) {
    if ((await realpath(path).catch(() => undefined)) !== undefined) existing.add(path);
  }
  const all = [...existing];
  return all.filter((path) => !all.some((other) => other !== path && path.startsWith(`${other}/`)));
}
