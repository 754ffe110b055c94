import { randomUUID } from 'node:crypto';

/** Facts about a session that the worker does not hold. They travel with a snapshot. */
export interface SessionMemory {
  /** Names of the user's variables that were seen to exist, in the order of their making. */
  readonly variables: Set<string>;
  /** Names that cells may have bound, and that were not looked for yet. */
  readonly candidates: Set<string>;
  /** Names whose value is put back before each cell. */
  readonly reserved: Set<string>;
  /** Sources of the latest cells, for tracebacks; not those of very long ones. */
  readonly sources: Map<number, string>;
  /** Names of functions that a cell may have overwritten. */
  readonly overwritten: Set<string>;
  /** Names of the sandbox that a cell or the host took: `_out`, if it is no longer what was printed. */
  readonly taken: Set<string>;
  /** Part of the names that cells must not find. */
  readonly secret: string;
}

const keptSources = 50;

/** Characters of all sources that are kept. */
const keptSourceChars = 1_000_000;

/** The memory of a new session. */
export function createMemory(): SessionMemory {
  return {
    variables: new Set(),
    candidates: new Set(),
    reserved: new Set(),
    sources: new Map(),
    overwritten: new Set(),
    taken: new Set(),
    secret: randomUUID().replaceAll('-', ''),
  };
}

/** Keeps the source of a cell; the oldest go. */
export function rememberSource({ sources }: SessionMemory, cell: number, code: string): void {
  sources.set(cell, code);
  let characters = [...sources.values()].reduce((sum, { length }) => sum + length, 0);
  for (const [oldest, { length }] of sources) {
    if (sources.size <= keptSources && characters <= keptSourceChars) return;
    sources.delete(oldest);
    characters -= length;
  }
}

/** A snapshot: the length of the memory's JSON (4 bytes), the JSON, the worker's own dump. */
export function packSnapshot(memory: SessionMemory, dump: Uint8Array): Uint8Array {
  const fields = Object.entries(memory).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : [...(value as Set<unknown>)],
  ]);
  const head = Buffer.from(JSON.stringify(Object.fromEntries(fields)));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, dump]);
}

/** Takes a snapshot apart. Snapshots are trusted: the supervisor has checked their hash. */
export function unpackSnapshot(snapshot: Uint8Array): {
  readonly memory: SessionMemory;
  readonly dump: Uint8Array;
} {
  const bytes = Buffer.from(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
  const end = 4 + bytes.readUInt32LE(0);
  const fields = JSON.parse(bytes.toString('utf8', 4, end)) as Readonly<
    Record<Exclude<keyof SessionMemory, 'secret'>, readonly never[]>
  > &
    Pick<SessionMemory, 'secret'>;
  const memory: SessionMemory = {
    variables: new Set(fields.variables),
    candidates: new Set(fields.candidates),
    reserved: new Set(fields.reserved),
    sources: new Map(fields.sources),
    overwritten: new Set(fields.overwritten),
    taken: new Set(fields.taken),
    secret: fields.secret,
  };
  return { memory, dump: bytes.subarray(end) };
}
