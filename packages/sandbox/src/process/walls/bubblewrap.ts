import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { guestUserId } from './guest-user.js';

/** What a process inside bubblewrap may see, and how it is filtered. */
export interface BubblewrapPlan {
  /** Files and folders that are bound read-only, at their own paths; those that do not exist are left out. */
  readonly readOnlyPaths: readonly string[];
  /** Descriptor from which bubblewrap reads the seccomp filter. */
  readonly filterDescriptor?: number | undefined;
  /**
   * Whether the process gets its own user: bubblewrap is then started in a namespace of users (`inOwnUsers`), and the process as root
   * there, with only the right to become that user. Default: bubblewrap makes the namespace, with one user.
   */
  readonly hasOwnUser?: boolean | undefined;
}

const namespaces = ['ipc', 'pid', 'net', 'uts'].map((name) => `--unshare-${name}`);
const guestUser = String(guestUserId);
const oneUser = ['--unshare-user', '--uid', guestUser, '--gid', guestUser];
const rootForNow = ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'];
/** Links at the root of merged systems (`/lib` -> `usr/lib`), and the folders of dynamic loaders. */
const rootFolders = ['/lib', '/lib64', '/usr/lib64'];

/**
 * The arguments for bubblewrap up to the command: its own namespaces, no capability, a read-only root that is empty
 * except for the read-only paths, no terminal, and an end together with the parent.
 *
 * It looks things up at once: some 20 looks take less time than one that goes to another thread and back.
 */
export function bubblewrapArguments(plan: BubblewrapPlan): readonly string[] {
  const { hasOwnUser = false } = plan;
  const { links, folders } = loaderPaths();
  const paths = existingRoots([...folders, ...plan.readOnlyPaths]);
  return [
    ...namespaces,
    '--unshare-cgroup-try',
    ...['--hostname', 'sandbox', '--cap-drop', 'ALL', ...(hasOwnUser ? rootForNow : oneUser)],
    ...['--die-with-parent', '--new-session'],
    ...(hasOwnUser ? foldersAbove(paths) : []).flatMap((path) => ['--dir', path]),
    ...paths.flatMap((path) => ['--ro-bind', path, path]),
    ...links.flatMap(([target, path]) => ['--symlink', target, path]),
    ...['--remount-ro', '/', '--chdir', '/'],
    ...(plan.filterDescriptor === undefined ? [] : ['--seccomp', String(plan.filterDescriptor)]),
  ];
}

/** The folders that lead to the paths, from the root on: left to itself, bubblewrap makes them for root alone. */
function foldersAbove(paths: readonly string[]): readonly string[] {
  const above = new Set<string>();
  for (const path of paths) {
    for (let at = dirname(path); at !== '/'; at = dirname(at)) above.add(at);
  }
  return [...above].sort();
}

interface LoaderPaths {
  readonly links: readonly (readonly [target: string, path: string])[];
  readonly folders: readonly string[];
}

function loaderPaths(): LoaderPaths {
  const links: [string, string][] = [];
  const folders: string[] = ['/etc/ld.so.cache'];
  for (const path of rootFolders) {
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status?.isSymbolicLink() === true) links.push([readlinkSync(path), path]);
    else if (status?.isDirectory() === true && path !== '/lib') folders.push(path);
  }
  folders.push(...['/lib', '/usr/lib'].flatMap(loadersIn));
  const isBehindLink = (path: string): boolean =>
    links.some(([, link]) => path === link || path.startsWith(`${link}/`));
  return { links, folders: folders.filter((path) => !isBehindLink(path)) };
}

function loadersIn(folder: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => /^ld-.*\.so/.test(name)).map((name) => join(folder, name));
}

/** The paths that exist, without those inside another of them. */
function existingRoots(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths)].filter((path) => existsSync(path));
  return all.filter((path) => !all.some((other) => other !== path && path.startsWith(`${other}/`)));
}
