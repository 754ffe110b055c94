import { readdir, readFile } from 'node:fs/promises';

/** A process, told apart from a later one with the same number. */
export interface ProcessMark {
  readonly pid: number;
  readonly startTime: string;
}

interface ProcessStatus extends ProcessMark {
  /** The name of its program. */
  readonly name: string;
  readonly parent: number;
  readonly state: string;
  /** Hundredths of seconds that it computed. */
  readonly ticks: number;
}

/**
 * All processes that descend from `pid`, without itself, and without the bundler's: that is no session's, and tests of other
 * files in the same process need it. Linux only.
 */
export async function descendants(pid: number): Promise<readonly ProcessStatus[]> {
  const all = await processes();
  const found: ProcessStatus[] = [];
  let parents = new Set([pid]);
  while (parents.size > 0) {
    const children = all.filter(({ name, parent }) => name !== 'esbuild' && parents.has(parent));
    found.push(...children);
    parents = new Set(children.map((status) => status.pid));
  }
  return found;
}

/** Those of `marks` that still exist, with zombies of other parents than `reapers`. */
async function stillThere(
  marks: readonly ProcessMark[],
  reapers: readonly number[],
): Promise<readonly ProcessMark[]> {
  const all = (await processes()).filter(
    ({ state, parent }) => state !== 'Z' || !reapers.includes(parent),
  );
  return marks.filter((mark) =>
    all.some((status) => status.pid === mark.pid && status.startTime === mark.startTime),
  );
}

/**
 * Waits until none of `marks` exists any more, for a hundred seconds at most; gives those that stayed.
 *
 * @param reapers Whose zombies do not count. Default: those of init, which reaps them when it likes.
 */
export async function waitUntilGone(
  marks: readonly ProcessMark[],
  reapers: readonly number[] = [1],
): Promise<readonly ProcessMark[]> {
  for (let round = 0; round < 2_000; round += 1) {
    const left = await stillThere(marks, reapers);
    if (left.length === 0) return left;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return stillThere(marks, reapers);
}

async function processes(): Promise<readonly ProcessStatus[]> {
  const names = await readdir('/proc');
  const found = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readStatus));
  return found.filter((status) => status !== undefined);
}

async function readStatus(pid: string): Promise<ProcessStatus | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    const nameEnd = text.lastIndexOf(')');
    const name = text.slice(text.indexOf('(') + 1, nameEnd);
    const fields = text.slice(nameEnd + 2).split(' ');
    const [state = '', parent = '0'] = fields;
    const ticks = Number(fields[11]) + Number(fields[12]);
    const startTime = fields[19] ?? '';
    return { pid: Number(pid), name, parent: Number(parent), state, startTime, ticks };
  } catch {
    return undefined;
  }
}
