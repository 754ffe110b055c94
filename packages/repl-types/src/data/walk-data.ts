import { definedFields } from '../defined-fields.js';
import { messageOf } from '../message-of.js';
import { describeValue } from '../options/describe-value.js';
import { DataSize, type DataLimits } from './data-size.js';
import { DataError, writePath, type DataFault, type DataPath } from './data-error.js';
import { kindOf, partsOf, refuseAlien, requireShort, type Kind, type Parts } from './parts-of.js';
import { Refusal } from './refusal.js';

/** Parts smaller than this are walked again if a value has them several times. Remembering each would cost more. */
const smallParts = 64;

/** How a value is walked. */
export interface WalkOptions extends DataLimits {
  /** The value's name in an error. */
  readonly name: string;
  /**
   * What happens to a part that JSON would change: the walk is given up, the copy gets the nearest JSON value, or the
   * part is refused.
   */
  readonly foreign: 'give-up' | 'copy' | 'refuse';
  /** Returns the replacement in the copy for a part that is refused. Default: the walk throws. */
  readonly mend?: (fault: DataFault, part: unknown) => unknown;
}

/** The result of a walk. */
export interface Walked {
  /** The copy, if one was asked for. It shares nothing with the caller's value. */
  readonly copy: unknown;
  readonly depth: number;
  readonly parts: number;
}

type Copy = Record<string | number, unknown>;

/** A list or an object that is being walked. */
interface Frame extends Parts {
  /** The caller's object, which is found again if it contains itself. */
  readonly source: object;
  /** The object that is walked: the source, or the result of its `toJSON`. */
  readonly object: object;
  readonly copy: Copy | undefined;
  /** The counts before it. */
  readonly partsBefore: number;
  readonly charsBefore: number;
  next: number;
  height: number;
}

/** The counts of a list or an object, for when it appears again. */
interface Measure {
  readonly parts: number;
  readonly chars: number;
  readonly height: number;
  readonly copy: unknown;
}

const isNot = (what: string): string => `is a ${what}, not JSON data`;

const tooDeep = (levels: number): Refusal =>
  new Refusal('too_deep', `is nested deeper than ${levels} levels: flatten it, or pass a text`);

const plainField = { writable: true, enumerable: true, configurable: true };

/** Thrown to give a walk up. */
const givenUp = new Error('JSON would change the value');

/**
 * Walks a value without recursion. A part that throws, or that JSON has no form for, becomes a `DataError` that names
 * the part. Returns null if the walk was given up.
 */
export function walkData(root: unknown, options: WalkOptions): Walked | null {
  const walk = new Walk(options);
  try {
    return walk.run(root);
  } catch (error) {
    if (error === givenUp) return null;
    throw error;
  }
}

/** Walks a value to the end and copies it. Parts that JSON would change become their nearest JSON value. */
export function copyData(root: unknown, options: Omit<WalkOptions, 'foreign'>): Walked {
  return new Walk({ ...options, foreign: 'copy' }).run(root);
}

class Walk {
  readonly #options: WalkOptions;
  readonly #size: DataSize;
  /** The path to the part that is being read. The first frame only holds the value. */
  readonly #frames: Frame[] = [];
  readonly #open = new Set<object>();
  readonly #measures = new Map<object, Measure>();
  #depth = 0;

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#size = new DataSize(options);
  }

  run(root: unknown): Walked {
    const holder = [root];
    const copy = this.#enter(holder, holder, 'list') as Copy | undefined;
    for (let frame = this.#frames[0]; frame !== undefined; frame = this.#frames.at(-1)) {
      if (frame.next === frame.length) this.#leave(frame);
      else this.#walkNext(frame);
    }
    return { copy: copy?.[0], depth: this.#depth, parts: this.#size.parts };
  }

  #walkNext(frame: Frame): void {
    const { keys, values, isRecord, copy } = frame;
    const index = frame.next++;
    const key = keys === undefined ? index : (keys[index] ?? '');
    let part: unknown;
    let taken: unknown;
    try {
      part = isRecord ? (values as Copy)[key] : (values as ArrayLike<unknown>)[index];
      if (keys !== undefined) this.#size.addChars((key as string).length);
      taken = this.#take(part, key);
    } catch (error) {
      if (error === givenUp) throw givenUp;
      taken = this.#settle(error, part);
    }
    if (copy === undefined || (taken === undefined && keys !== undefined)) return;
    if (key === '__proto__') Object.defineProperty(copy, key, { ...plainField, value: taken });
    else copy[key] = taken;
  }

  /** Returns a part as the copy holds it. One that must still be walked is empty at first. */
  #take(part: unknown, key: string | number): unknown {
    if (typeof part !== 'object' || part === null) return this.#scalar(part);
    if (this.#open.has(part)) throw this.#circle(part);
    const measure = this.#measures.get(part);
    if (
      measure !== undefined &&
      this.#frames.length + measure.height <= this.#options.maxDepth + 1
    ) {
      return this.#again(measure);
    }
    const kind = kindOf(part);
    if (kind === 'Date' && Number.isNaN(Date.prototype.getTime.call(part))) {
      throw new Refusal('not_data', 'is an invalid Date');
    }
    requireShort(part, kind, this.#size.maxParts);
    const { toJSON } = part as { readonly toJSON?: unknown };
    if (typeof toJSON !== 'function') return this.#enter(part, part, kind);
    this.#foreign(part);
    const name = this.#frames.length === 1 ? '' : String(key);
    const data: unknown = Reflect.apply(toJSON, part, [name]);
    if (typeof data !== 'object' || data === null) return this.#scalar(data);
    if (this.#open.has(data)) throw this.#circle(data);
    return this.#enter(part, data, kindOf(data));
  }

  #scalar(value: unknown): unknown {
    switch (typeof value) {
      case 'string':
        this.#size.addChars(value.length);
        return value;
      case 'number':
        if (Number.isFinite(value)) return value;
        throw new Refusal('not_data', `is ${value}, which JSON cannot hold: use null or a text`);
      case 'bigint':
        this.#foreign(value);
        if (this.#options.mend === undefined && Number.isSafeInteger(Number(value))) {
          return Number(value);
        }
        throw new Refusal('not_data', 'is a bigint that does not fit a number: use a text');
      case 'function':
        throw new Refusal(
          'not_data',
          `${isNot('function')}: pass what it returns, or leave it out`,
        );
      case 'symbol':
        throw new Refusal('not_data', `${isNot('symbol')}: pass a text`);
      case 'undefined':
        if (this.#frames.at(-1)?.keys === undefined) this.#foreign(value);
        return value;
      default:
        return value;
    }
  }

  #enter(source: object, object: object, kind: Kind): unknown {
    const { foreign, maxDepth } = this.#options;
    if (kind === 'alien') throw refuseAlien(object);
    if (kind !== 'list' && kind !== 'record' && !(kind === 'instance' && foreign === 'give-up')) {
      this.#foreign(object);
    }
    if (kind === 'boxed') return object;
    const frames = this.#frames;
    if (frames.length > maxDepth) throw tooDeep(maxDepth);
    const { parts: partsBefore, chars: charsBefore } = this.#size;
    const inside = partsOf(object, kind, this.#size, (key) => this.#keyOf(key));
    const isList = inside.keys === undefined;
    const copy = foreign === 'copy' ? ((isList ? [] : {}) as Copy) : undefined;
    this.#open.add(object);
    if (source !== object) this.#open.add(source);
    const { keys, values, isRecord, length } = inside;
    frames.push({
      keys,
      values,
      isRecord,
      length,
      source,
      object,
      copy,
      partsBefore,
      charsBefore,
      next: 0,
      height: 1,
    });
    this.#depth = Math.max(this.#depth, frames.length - 1);
    return copy;
  }

  /** A Map's key as the name of a field. */
  #keyOf(key: unknown): string {
    if (typeof key === 'string') return key;
    const { mend } = this.#options;
    if (mend !== undefined) return String(mend('not_data', key));
    const problem = `is a Map with a key that is not text (${describeValue(key)}): use texts, or pass a list of pairs`;
    throw new Refusal('not_data', problem);
  }

  #leave({ source, object, copy, height, partsBefore, charsBefore }: Frame): void {
    this.#frames.pop();
    this.#open.delete(object);
    if (source !== object) this.#open.delete(source);
    const parts = this.#size.parts - partsBefore;
    const chars = this.#size.chars - charsBefore;
    if (parts > smallParts && source === object) {
      this.#measures.set(object, { parts, chars, height, copy });
    }
    this.#raise(height);
  }

  /** Counts a part that was walked before. */
  #again({ parts, chars, height, copy }: Measure): unknown {
    this.#size.addParts(parts);
    this.#size.addChars(chars);
    this.#raise(height);
    return copy;
  }

  #raise(height: number): void {
    const parent = this.#frames.at(-1);
    if (parent !== undefined && parent.height <= height) parent.height = height + 1;
  }

  /** Handles a part that JSON would change. */
  #foreign(value: unknown): void {
    const { foreign } = this.#options;
    // `JSON.stringify` writes undefined as null.
    if (foreign === 'give-up' && value !== undefined) throw givenUp;
    if (foreign === 'refuse') {
      throw new Refusal('not_data', `is ${describeValue(value)}, which JSON would change`);
    }
  }

  #circle(part: object): Refusal {
    const at = this.#frames.findIndex(({ source, object }) => source === part || object === part);
    const back = writePath(this.#options.name, this.#pathTo(at));
    return new Refusal('circular', `refers back to ${back}: leave it out, or pass an id instead`);
  }

  /** The path to the frame with this number; by default, the path to the part that is being read. */
  #pathTo(at = this.#frames.length): DataPath {
    return this.#frames.slice(1, at).map(({ keys, next }) => keys?.[next - 1] ?? next - 1);
  }

  /** Returns the replacement for a part that is not data, or throws if there is no replacement. */
  #settle(error: unknown, part: unknown): unknown {
    const { fault, problem, count } =
      error instanceof Refusal
        ? error
        : new Refusal('unreadable', `cannot be read: ${messageOf(error)}`);
    const { mend, name } = this.#options;
    if (mend !== undefined && !fault.startsWith('too_')) return mend(fault, part);
    const path = this.#pathTo();
    const details = definedFields({ fault, path, count });
    const cause = error instanceof Refusal ? undefined : error;
    throw new DataError(`${writePath(name, path)} ${problem}`, details, cause);
  }
}
