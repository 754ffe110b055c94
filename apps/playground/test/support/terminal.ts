import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { inherited } from './run-command.js';

const command = fileURLToPath(new URL('../../bin/rlm.mjs', import.meta.url));

/** Why the command cannot be tried in a pseudo-terminal; undefined where it can. */
export const noTerminal: string | undefined = (() => {
  const { stdout, error } = spawnSync('script', ['--version'], { encoding: 'utf8' });
  return error === undefined && stdout.includes('util-linux')
    ? undefined
    : 'it needs script of util-linux';
})();

/** What a process that hangs may take. */
const maxMs = 115_000;

/** What a screen that does not come may take. */
const maxWaitMs = 100_000;

/** The command in a pseudo-terminal. */
export interface Terminal {
  /** All that was written so far. */
  readonly written: () => string;
  /** What the screen was last drawn with, without escapes. */
  readonly screen: () => string;
  /** Resolves when the screen holds this; rejects with the screen where it does not come. */
  readonly shows: (wanted: RegExp) => Promise<string>;
  readonly type: (keys: string) => void;
  readonly resize: (columns: number, rows: number) => void;
  /** The exit code. */
  readonly ended: Promise<number | null>;
}

/** Opens the command in a terminal of 60 columns and 20 rows. */
export function openTerminal(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Terminal {
  const quoted = [process.execPath, command, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn(
    'script',
    ['-qefc', `stty cols 60 rows 20; tty; exec ${quoted}`, '/dev/null'],
    {
      cwd: folder,
      env: { ...inherited, SHELL: '/bin/sh', TERM: 'xterm', ...environment },
      timeout: maxMs,
      killSignal: 'SIGKILL',
    },
  );
  let written = '';
  let look = (): void => undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text;
    look();
  });
  const screen = (): string =>
    (written.split('\u001B[H').at(-1) ?? '').replace(/\p{Cc}\[[\d;?]*[A-Za-z]/gu, '');
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    written: () => written,
    screen,
    shows: (wanted) =>
      new Promise((resolve, reject) => {
        look = () => {
          if (wanted.test(screen())) resolve(screen());
        };
        const fail = (why: string) => () => {
          reject(new Error(`${why} without ${String(wanted)}: ${screen()}`));
        };
        void ended.then(fail('it ended'));
        setTimeout(fail('it waits'), maxWaitMs).unref();
        look();
      }),
    type: (keys) => void child.stdin.write(keys),
    resize(columns, rows) {
      const [device = ''] = /\/dev\/pts\/\d+/.exec(written) ?? [];
      execFileSync('stty', ['-F', device, 'cols', String(columns), 'rows', String(rows)]);
    },
    ended,
  };
}
