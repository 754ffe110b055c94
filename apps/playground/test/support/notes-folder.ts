import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from 'vitest';

import type { LoopbackServer } from '../models/loopback-server.js';
import { homeAt, runCommand, type Ended, type RunOptions } from './run-command.js';

/** A run as `rlm runs --json` gives it. */
interface Listed {
  readonly id: string;
  readonly status: string;
  readonly question: string;
}

/** A folder with `notes`, and the command in it, whose user has a home of its own. */
export interface NotesFolder extends AsyncDisposable {
  readonly path: string;
  readonly home: string;
  readonly rlm: (args: readonly string[], options?: RunOptions) => Promise<Ended>;
  /** The runs that `rlm runs` lists. */
  readonly listed: (...args: readonly string[]) => Promise<readonly Listed[]>;
  /** The id of the one run that there is. */
  readonly onlyId: () => Promise<string>;
}

/** Makes the folder; it is gone with its disposal. */
export async function notesFolder(): Promise<NotesFolder> {
  const path = await mkdtemp(join(tmpdir(), 'rlm-runs-'));
  await mkdir(join(path, 'notes'));
  await writeFile(join(path, 'notes', '2001.txt'), 'The comet came back.');
  await writeFile(join(path, 'notes', '1999.txt'), 'Nothing happened.');
  const home = await mkdtemp(join(tmpdir(), 'rlm-home-'));
  const rlm: NotesFolder['rlm'] = (
    args,
    { environment = { RLM_API_KEY: 'none' }, ...options } = {},
  ) => runCommand(path, args, { ...options, environment: { ...homeAt(home), ...environment } });
  const listed: NotesFolder['listed'] = async (...args) => {
    const { stdout } = await rlm(['runs', '--json', ...args]);
    return JSON.parse(stdout) as readonly Listed[];
  };
  return {
    path,
    home,
    rlm,
    listed,
    async onlyId() {
      const runs = await listed();
      expect(runs).toHaveLength(1);
      return runs[0]?.id ?? '';
    },
    async [Symbol.asyncDispose]() {
      for (const folder of [path, home]) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The options that name an endpoint. */
export const endpoint = ({ baseUrl }: LoopbackServer): readonly string[] => ['--base-url', baseUrl];
