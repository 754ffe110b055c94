import { probeFailure } from '../host/unavailable.js';
import { bubblewrapArguments } from '../process/walls/bubblewrap.js';
import { findCommand } from '../process/find-command.js';
import { findOutside } from '../process/walls/find-outside.js';
import type { ProcessCommand } from '../process/spawn.js';
import {
  findGuestUser,
  findPrivate,
  type GuestUser,
  inOwnUsers,
} from '../process/walls/guest-user.js';
import { libraryBinds, programLibraries } from '../process/walls/program-libraries.js';
import { bootstrapSource } from './guest/index.js';
import type { ResolvedOptions } from './options.js';
import { lookUpPython } from './python/python-facts.js';
import { createRunFilter, createStartFilter, hasFilter } from '../process/walls/seccomp/filter.js';

/** How to start a guest: the command, the filters, the driver's configuration. */
export interface StartPlan {
  readonly command: ProcessCommand;
  /** Folders that are added to `sys.path`. */
  readonly packages: readonly string[];
  /** The user that it runs as inside the isolation. */
  readonly user?: GuestUser | undefined;
  /** For bubblewrap, passed through socket 6. */
  readonly startFilter?: Uint8Array | undefined;
  /** For the driver, which installs it last. */
  readonly runFilter?: Uint8Array | undefined;
  /** Whether the guest leads its process's group, with no bubblewrap before it: it ends the group when its host is gone. */
  readonly ownsGroup?: true | undefined;
  /** What of this computer the guest can read, as the caller named it: the interpreter, its library, packages, other paths. */
  readonly readable: readonly string[];
  /** Paths of this computer that the guest must not see: the driver looks for them. */
  readonly outside: readonly string[];
  /** Walls that the driver must report, or the session does not start. */
  readonly requiredWalls: readonly string[];
}

/** A plan, or why there is none here. */
export type Planned =
  | { readonly ok: true; readonly plan: StartPlan }
  | { readonly ok: false; readonly reason: string; readonly hint: string };

const environment = Object.freeze({
  PYTHONHASHSEED: '0',
  PYTHONUTF8: '1',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  HOME: '/',
  MALLOC_ARENA_MAX: '1',
  OPENBLAS_NUM_THREADS: '1',
  OMP_NUM_THREADS: '1',
});

const unsafeHint = 'use pyodide(), or unsafeCpython() if you trust the code';
const privateHint =
  'let others read it (chmod o+r, and o+rx for a folder), or run the host as a user who is not root';
const pythonArguments = ['-s', '-S', '-B', '-c', bootstrapSource];

/** Plans a Python isolated by bubblewrap, seccomp and resource limits. */
export async function planWalled(options: ResolvedOptions): Promise<Planned> {
  if (process.platform !== 'linux') {
    return { ok: false, reason: 'bubblewrap needs Linux', hint: unsafeHint };
  }
  const architecture = process.arch;
  if (!hasFilter(architecture)) {
    return { ok: false, reason: `no seccomp filter for ${architecture}`, hint: unsafeHint };
  }
  const bubblewrap = findCommand(options.bubblewrap);
  if (bubblewrap === undefined) {
    const hint = `install bubblewrap (apt-get install bubblewrap), or ${unsafeHint}`;
    return { ok: false, reason: `there is no command ${options.bubblewrap}`, hint };
  }
  const user = findGuestUser();
  const unshare = user === 'own' ? findCommand('unshare') : '';
  if (unshare === undefined) {
    const hint = 'install util-linux, or run the host as a user who is not root';
    return { ok: false, reason: 'there is no command unshare', hint };
  }
  const python = await lookUpPython(options.python);
  if (!python.ok) return python;
  const { executable, standardLibrary, libraries } = python.facts;
  const packages = options.packages ? python.facts.packages : [];
  const { readOnlyPaths } = options;
  if (user === 'own') {
    const path = await findPrivate([executable, ...standardLibrary, ...readOnlyPaths]);
    const reason = `its guests run as a user of their own, who may not read ${String(path)}`;
    if (path !== undefined) return { ok: false, reason, hint: privateHint };
  }
  const named = [executable, ...standardLibrary, ...packages, ...readOnlyPaths];
  const lookedUp = lookUpLibraries(executable, libraries);
  if (!lookedUp.ok) return lookedUp;
  const walls = bubblewrapArguments({
    readOnlyPaths: [...named, ...lookedUp.binds],
    filterDescriptor: 6,
    hasOwnUser: user === 'own',
  });
  const before = user === 'own' ? inOwnUsers(unshare, 7) : [];
  const isolated = [bubblewrap, ...walls, '--', executable, ...pythonArguments];
  const [command = bubblewrap, ...args] = [...before, ...isolated];
  return {
    ok: true,
    plan: {
      packages,
      command: {
        command,
        args,
        env: environment,
        stops: 'socket',
        sockets: user === 'own' ? 3 : 2,
      },
      user,
      startFilter: createStartFilter(architecture),
      runFilter: createRunFilter(architecture, user !== 'root'),
      readable: named,
      outside: findOutside(walls, named),
      requiredWalls: ['namespaces', 'user', 'rlimits', 'seccomp'],
    },
  };
}

/** What is bound for the libraries of an interpreter, or why they are not known. */
function lookUpLibraries(
  executable: string,
  loaded: readonly string[],
): { readonly ok: true; readonly binds: readonly string[] } | (Planned & { readonly ok: false }) {
  try {
    return { ok: true, binds: libraryBinds([...programLibraries(executable), ...loaded]) };
  } catch (error) {
    const { reason, hint = 'name another Python' } = probeFailure(error);
    return { ok: false, reason, hint };
  }
}

/** Plans a Python without walls: a process of the same user, with an empty environment. */
export async function planUnsafe(options: ResolvedOptions): Promise<Planned> {
  if (process.platform === 'win32') {
    return { ok: false, reason: 'needs Linux or macOS', hint: 'use pyodide()' };
  }
  const python = await lookUpPython(options.python);
  if (!python.ok) return python;
  return {
    ok: true,
    plan: {
      packages: options.packages ? python.facts.packages : [],
      command: {
        command: python.facts.executable,
        args: pythonArguments,
        env: environment,
        stops: 'socket',
        sockets: 1,
      },
      ownsGroup: true,
      readable: ['/'],
      outside: [],
      requiredWalls: [],
    },
  };
}
