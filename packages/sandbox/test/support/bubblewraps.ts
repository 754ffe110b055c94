import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { afterAll, afterEach } from 'vitest';

import { findCommand } from '../../src/process/find-command.js';

/** What a bubblewrap with one wall less does. */
export type Hole =
  | 'shows /etc'
  | 'shows other processes'
  | 'lets it write'
  | 'filters no system call'
  | 'runs it as another user';

/** What is found as `bwrap` on the path. */
export type Bubblewrap = 'real' | 'none' | 'fails' | 'fails once' | 'executes' | Hole;

/** Puts another bubblewrap on the path, until a test ends. Without a real one, those with a hole cannot be made. */
export function bubblewraps(): (which: Bubblewrap) => void {
  const root = mkdtempSync(join(tmpdir(), 'rlm-bubblewraps-'));
  const path = process.env['PATH'] ?? '';
  const real = findCommand('bwrap') ?? 'bwrap';
  let others: readonly string[] | undefined;
  let count = 0;
  afterEach(() => {
    process.env['PATH'] = path;
  });
  afterAll(() => {
    rmSync(root, { recursive: true });
  });
  /** Runs the real one without an option and its value, which may be replaced. */
  const without = (option: string, values = 0, instead = ''): string =>
    `left=0; for one; do shift
if [ "$one" = ${option} ]; then left=${values + 1}; set -- "$@" ${instead}; fi
if [ $left -gt 0 ]; then left=$((left - 1)); else set -- "$@" "$one"; fi; done
exec ${real} "$@"`;
  const scripts: Readonly<Record<Exclude<Bubblewrap, 'real' | 'none'>, string>> = {
    fails: 'echo "No permissions to create a new namespace" >&2; exit 1',
    'fails once': `[ -e "$0.tried" ] && exec ${real} "$@"; : > "$0.tried"; exit 1`,
    executes: 'while [ "$1" != "--" ]; do shift; done; shift; exec "$@"',
    'shows /etc': `exec ${real} --ro-bind /etc /etc "$@"`,
    'shows other processes': without('--unshare-pid'),
    'lets it write': without('--remount-ro', 1),
    'filters no system call': without('--seccomp', 1),
    'runs it as another user': without('--uid', 1, '--uid 12345'),
  };
  return (which) => {
    process.env['PATH'] = path;
    if (which === 'real') return;
    const folder = join(root, String((count += 1)));
    mkdirSync(folder);
    if (which !== 'none') {
      const file = join(folder, 'bwrap');
      writeFileSync(file, `#!/bin/sh\n${scripts[which]}\n`);
      chmodSync(file, 0o755);
    }
    others ??= linksTo(path, root);
    process.env['PATH'] = [folder, ...others].join(delimiter);
  };
}

/** Folders with links to all commands of a path but bubblewrap. */
function linksTo(path: string, folder: string): readonly string[] {
  return path.split(delimiter).map((source, index) => {
    const target = join(folder, `links-${index}`);
    mkdirSync(target);
    for (const name of namesIn(source)) {
      if (name !== 'bwrap') symlinkSync(join(source, name), join(target, name));
    }
    return target;
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // A folder of the path that does not exist.
  }
}
