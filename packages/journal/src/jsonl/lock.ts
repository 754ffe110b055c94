import { link, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';

import { isMoment } from '@rlm/repl-types/internal';

import { locked, type RunOwner } from '../errors.js';
import { isGone, startHeartbeat } from '../lease/lease.js';
import type { OwnerId } from '../store/log.js';
import { readRegular } from './regular-file.js';

/** The contents of a lock's file. */
type LockText = OwnerId & RunOwner;

/**
 * The lock of a run: it stops other owners early. The epoch of their lines is what keeps two owners apart, so a lost
 * lock does no harm.
 */
export class Lock {
  readonly #file: string;
  readonly #by: string;
  readonly #stopHeartbeat: () => void;

  private constructor(file: string, by: string) {
    this.#file = file;
    this.#by = by;
    this.#stopHeartbeat = startHeartbeat(() => this.#touch());
  }

  /** Takes the lock of a run. Throws `journal_locked` if it is held, unless `takeOver` is set. */
  static async take(
    file: string,
    runId: string,
    { by, pid, host }: OwnerId,
    takeOver = false,
  ): Promise<Lock> {
    const text: LockText = { by, pid, host, since: Date.now() };
    while (!(await createLock(file, by, JSON.stringify(text)))) {
      const holder = await holderOf(file);
      if (holder !== undefined && !takeOver) throw locked(runId, holder);
      await putAway(file, by);
    }
    return new Lock(file, by);
  }

  /** Gives the lock back, if it is still held. Never rejects. */
  async release(): Promise<void> {
    this.#stopHeartbeat();
    if (await this.#isHeld()) await unlink(this.#file).catch(() => undefined);
  }

  async #touch(): Promise<void> {
    const now = new Date();
    if (await this.#isHeld()) await utimes(this.#file, now, now);
  }

  async #isHeld(): Promise<boolean> {
    return (await readLock(this.#file))?.by === this.#by;
  }
}

/** Who holds a lock; undefined if no one does, or its owner is gone. */
export async function holderOf(file: string): Promise<RunOwner | undefined> {
  const stats = await stat(file).catch(() => undefined);
  if (stats === undefined) return undefined;
  const { pid, host, since } = (await readLock(file)) ?? { pid: 0, host: '', since: stats.mtimeMs };
  // An unreadable lock also belongs to an owner.
  return isGone({ pid, host }, stats.mtimeMs) ? undefined : { pid, host, since };
}

/** Creates a file together with its text: a process that is killed meanwhile leaves no lock without an owner. */
async function createLock(file: string, by: string, text: string): Promise<boolean> {
  const made = `${file}.${by}`;
  try {
    await writeFile(made, text, { mode: 0o600 });
    await link(made, file);
    return true;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw fault;
  } finally {
    await unlink(made).catch(() => undefined);
  }
}

/** Takes a lock away under a name of its own: of two that do so, one finds it. */
async function putAway(file: string, by: string): Promise<void> {
  const away = `${file}.${by}`;
  const isMine = await rename(file, away).then(
    () => true,
    () => false,
  );
  if (isMine) await unlink(away).catch(() => undefined);
}

/** A lock is some numbers and names. */
const maxBytes = 64 * 1024;

async function readLock(file: string): Promise<LockText | undefined> {
  try {
    const text = JSON.parse(String(await readRegular(file, maxBytes))) as LockText;
    const { pid, host, since } = text;
    const isWhole = [pid, since].every(Number.isSafeInteger) && typeof host === 'string';
    return isWhole && isMoment(since) ? text : undefined;
  } catch {
    return undefined;
  }
}
