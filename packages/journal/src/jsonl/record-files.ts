import { link, open, readdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { randomHex } from '@rlm/kernel/internal';
import { messageOf } from '@rlm/repl-types/internal';

import { JournalError, noRecordFile, recordFailed } from '../errors.js';
import type { BackendRecords } from '../store/records.js';
import type { Places } from './places.js';
import { makeFolder, readRegular } from './regular-file.js';
import { syncFolder } from './sync-folder.js';

/** How many versions of a record stay, so that a process that reads one finds it. */
const keptVersions = 8;

/** No record is longer: that of a budget with 1,000 owners has less than 1 MiB. */
const maxBytes = 16 * 2 ** 20;

/** The number of a version has at most 15 digits, so that it is exact. */
const lastVersion = 999_999_999_999_999;

/**
 * Records as files: a folder for each, and in it a file for each version, by its number. The highest number counts. A version is written
 * as a draft and linked to the next number: of two processes, one finds the number taken.
 */
export function recordFiles(places: Places, sync: boolean): BackendRecords {
  return {
    async read(name) {
      return (await newest(places.record(name), name))?.text;
    },
    async write(name, text, before) {
      const folder = places.record(name);
      try {
        const found = await newest(folder, name);
        if (found?.text !== before) return false;
        if (found?.version === lastVersion) throw noRecordFile(name);
        await makeFolder(dirname(folder), { parents: true });
        await makeFolder(folder, { parents: false });
        return await add(folder, (found?.version ?? 0) + 1, text, sync);
      } catch (fault) {
        if (JournalError.isInstance(fault)) throw fault;
        throw recordFailed(name, messageOf(fault), fault);
      }
    },
  };
}

async function newest(
  folder: string,
  name: string,
): Promise<{ readonly version: number; readonly text: string } | undefined> {
  for (;;) {
    const version = Math.max(0, ...versionsIn(await namesIn(folder)));
    if (version === 0) return undefined;
    try {
      const bytes = await readRegular(fileOf(folder, version), maxBytes);
      if (bytes === undefined) throw noRecordFile(name);
      return { version, text: bytes.toString('utf8') };
    } catch (fault) {
      // Others have written since, and removed it.
      if (!isCode(fault, 'ENOENT')) throw fault;
    }
  }
}

async function add(folder: string, version: number, text: string, sync: boolean): Promise<boolean> {
  const draft = join(folder, `${String(version)}.${randomHex(8)}.tmp`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      if (sync) await handle.datasync();
    } finally {
      await handle.close();
    }
    if (!(await linked(draft, fileOf(folder, version)))) return false;
    if (sync) await syncFolder(folder);
  } finally {
    await unlink(draft).catch(() => undefined);
  }
  const names = await namesIn(folder);
  // A number that was free because its version was removed long ago is below that of the newest.
  if (versionsIn(names).some((other) => other > version)) return false;
  const old = names.filter((each) => parseInt(each, 10) <= version - keptVersions);
  for (const each of old) await unlink(join(folder, each)).catch(() => undefined);
  return true;
}

/** Gives a draft its number. False if others have written meanwhile: the number is taken, or the draft was removed as an old one. */
async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (fault) {
    if (isCode(fault, 'EEXIST') || isCode(fault, 'ENOENT')) return false;
    throw fault;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (fault) {
    if (isCode(fault, 'ENOENT')) return [];
    throw fault;
  }
}

/** The numbers of the versions among some names, without drafts. */
function versionsIn(names: readonly string[]): number[] {
  return names.flatMap((name) => (/^[1-9]\d{0,14}\.json$/.test(name) ? [parseInt(name, 10)] : []));
}

function fileOf(folder: string, version: number): string {
  return join(folder, `${String(version)}.json`);
}

function isCode(fault: unknown, code: string): boolean {
  return (fault as NodeJS.ErrnoException).code === code;
}
