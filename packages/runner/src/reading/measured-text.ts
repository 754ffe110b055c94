import { nextTurn } from '@rlm/repl-types/internal';
import type { JsonValue } from '@rlm/sandbox';

/** The number of values that are flattened before other work gets a turn. */
const valuesAtOnce = 50_000;

/** Texts are joined in parts of about this many characters. */
const partChars = 65_536;

/** The name of a member of an object, or the index of an item in a list. */
type Key = string | number;

/**
 * Lists and objects in the order in which they begin; the contexts are the members of the first
 * one.
 */
interface Containers {
  /** The container around each one; -1 for the first. */
  readonly parents: readonly number[];
  readonly keys: readonly Key[];
  /** The leaves in each one: the first, and the one after the last. */
  readonly firsts: readonly number[];
  readonly ends: readonly number[];
}

/** The contexts of a run as one text, and the parts of it that are measured. */
export interface MeasuredText {
  readonly text: string;
  /** The measured parts, in the order of the text: the start and the end of each. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** The container around each part, and the key of the part in it. */
  readonly parents: readonly number[];
  readonly keys: readonly Key[];
  readonly containers: Containers;
  /** The measured parts of each context: the first, and the one after the last. */
  readonly contexts: readonly {
    readonly name: string;
    readonly first: number;
    readonly end: number;
  }[];
  /** The number of characters of all measured parts. */
  readonly total: number;
}

/** A list or an object whose members are being written. */
interface Frame {
  readonly container: Readonly<Record<string | number, unknown>>;
  /** The names of the members; null for a list. */
  readonly names: readonly string[] | null;
  readonly size: number;
  readonly id: number;
  /** The number of members that have begun. */
  begun: number;
}

/**
 * Writes contexts as one text: a text as it is, JSON data as its keys and values in order. The
 * strings are measured; in data without strings, the other values are, as JSON writes them.
 */
export async function measureContexts(
  contexts: ReadonlyMap<string, JsonValue>,
): Promise<MeasuredText> {
  const [[name, value] = ['', null]] = contexts;
  if (contexts.size === 1 && typeof value === 'string') return oneText(name, value);
  const strings = await flatten(contexts, (leaf) => typeof leaf === 'string');
  return strings.total > 0 ? strings : flatten(contexts, () => true);
}

function oneText(name: string, text: string): MeasuredText {
  return {
    text,
    starts: [0],
    ends: [text.length],
    parents: [0],
    keys: [name],
    containers: { parents: [-1], keys: [''], firsts: [0], ends: [1] },
    contexts: [{ name, first: 0, end: 1 }],
    total: text.length,
  };
}

async function flatten(
  contexts: ReadonlyMap<string, JsonValue>,
  isMeasured: (leaf: unknown) => boolean,
): Promise<MeasuredText> {
  const leaves = { starts: list(), ends: list(), parents: list(), keys: [] as Key[] };
  const containers = { parents: list(), keys: [] as Key[], firsts: list(), ends: list() };
  const writer = createWriter();
  const open = (value: object, key: Key, parent: number): Frame => {
    containers.keys.push(key);
    containers.firsts.push(leaves.starts.length);
    containers.ends.push(0);
    const names = Array.isArray(value) ? null : Object.keys(value);
    const size = names?.length ?? (value as readonly unknown[]).length;
    const id = containers.parents.push(parent) - 1;
    return { container: value as Frame['container'], names, size, id, begun: 0 };
  };
  const names = [...contexts.keys()];
  const frames: Frame[] = [{ ...open(Object.fromEntries(contexts), '', -1), names }];
  const contextFirsts = list();
  let total = 0;

  for (let done = 1, frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    done += 1;
    if (done % valuesAtOnce === 0) await nextTurn();
    if (frame.begun === frame.size) {
      containers.ends[frame.id] = leaves.starts.length;
      frames.pop();
      continue;
    }
    const key = frame.names?.[frame.begun] ?? frame.begun;
    const member = asData(frame.container[key]);
    frame.begun += 1;
    if (frame.id === 0) contextFirsts.push(leaves.starts.length);
    if (member === undefined && frame.names !== null) continue;
    if (frame.names !== null && frame.id !== 0) writer.write(`${key}:`);
    if (typeof member === 'object' && member !== null) {
      frames.push(open(member, key, frame.id));
      continue;
    }
    const text = typeof member === 'string' ? member : JSON.stringify(member ?? null);
    if (isMeasured(member)) {
      leaves.starts.push(writer.length);
      leaves.ends.push(writer.length + text.length);
      leaves.parents.push(frame.id);
      leaves.keys.push(key);
      total += text.length;
    }
    writer.write(text);
    writer.write('\n');
  }
  const sections = [...contexts.keys()].map((name, place) => ({
    name,
    first: contextFirsts[place] ?? 0,
    end: contextFirsts[place + 1] ?? leaves.starts.length,
  }));
  return { text: writer.text(), ...leaves, containers, contexts: sections, total };
}

const list = (): number[] => [];

/** Builds a long text from many short ones. */
function createWriter() {
  const parts: string[] = [];
  let pending: string[] = [];
  let pendingChars = 0;
  let length = 0;
  return {
    get length() {
      return length;
    },
    write(text: string): void {
      pending.push(text);
      length += text.length;
      pendingChars += text.length;
      if (pendingChars < partChars) return;
      parts.push(pending.join(''));
      pending = [];
      pendingChars = 0;
    },
    text: (): string => [...parts, ...pending].join(''),
  };
}

/** The value that JSON writes; undefined if JSON leaves it out. */
function asData(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value;
  return typeof value.toJSON === 'function' ? (value.toJSON as () => unknown)() : value;
}
