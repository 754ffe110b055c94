import { inlineJson } from './json-text.js';
import {
  REPLEntry,
  truncateRule,
  type FormatEntryOptions,
  type REPLEntryInit,
  type REPLEntryJson,
} from './repl-entry.js';
import { fields } from './options/fields.js';
import { checkOptions, type OptionRule } from './options/option-rule.js';
import { rule, text } from './options/rules.js';
import { refuseOption } from './invalid-option-error.js';
import { isRefusedAnswer } from './refused-answer.js';
import { RlmError } from './rlm-error.js';

/** How a history is shown to a model. */
export interface FormatHistoryOptions extends Omit<FormatEntryOptions, 'index'> {
  /** How many of the latest entries are shown; default 10; below 0 counts as 0. */
  readonly maxEntries?: number | undefined;
}

/** A {@link REPLHistory} as plain data; `version` changes when the shape does. */
export interface REPLHistoryJson {
  readonly version: 1;
  readonly entries: readonly REPLEntryJson[];
}

interface Link {
  readonly entry: REPLEntry;
  readonly previous: Link | null;
}

/**
 * The steps of a run, oldest first; immutable. `append` returns a new history that shares all earlier entries, in
 * constant time.
 */
export class REPLHistory implements Iterable<REPLEntry> {
  readonly #last: Link | null;
  /** How many entries there are. */
  readonly length: number;

  /** A history of `entries` (default: none), after those of `earlier` if given. */
  constructor(entries: Iterable<REPLEntry | REPLEntryInit> = [], earlier?: REPLHistory) {
    let last = earlier === undefined ? null : earlier.#last;
    let length = earlier?.length ?? 0;
    for (const entry of entries) {
      last = { entry: entry instanceof REPLEntry ? entry : new REPLEntry(entry), previous: last };
      length++;
    }
    this.#last = last;
    this.length = length;
    Object.freeze(this);
  }

  /** Whether there are no entries. (A history is always truthy.) */
  get isEmpty(): boolean {
    return this.length === 0;
  }

  /** All entries, oldest first, as a new frozen array. */
  get entries(): readonly REPLEntry[] {
    return this.latest(this.length);
  }

  /** Returns a new history with one more entry; this one does not change. */
  append(entry: REPLEntry | REPLEntryInit): REPLHistory {
    return new REPLHistory([entry], this);
  }

  /** The last `count` entries at most, oldest first. */
  latest(count: number): readonly REPLEntry[] {
    const entries: REPLEntry[] = [];
    for (let link = this.#last; link !== null && entries.length < count; link = link.previous) {
      entries.push(link.entry);
    }
    return Object.freeze(entries.reverse());
  }

  /** Iterates over all entries, oldest first. */
  [Symbol.iterator](): Iterator<REPLEntry> {
    return this.entries[Symbol.iterator]();
  }

  /**
   * The latest entries as a prompt shows them, numbered as in the whole history. A number given instead of
   * options is `maxEntries`.
   *
   * @throws {@link InvalidOptionError} for a wrong or unknown option.
   */
  format(given: FormatHistoryOptions | number = {}): string {
    const options = typeof given === 'number' ? { maxEntries: given } : given;
    checkOptions(options, formatRule(), refuseOption);
    const { maxEntries = 10, ...shownAs } = options;
    if (this.isEmpty) return '(No prior steps)';
    const shown = this.latest(Math.max(0, maxEntries));
    const skipped = this.length - shown.length;
    const header = `(Showing last ${shown.length} of ${this.length} steps)`;
    const steps = shown.map((entry, position) =>
      entry.format({ ...shownAs, index: skipped + position + 1 }),
    );
    return [...(skipped > 0 ? [header] : []), ...steps].join('\n\n');
  }

  /** All entries as plain data that {@link REPLHistory.fromJSON} reads. */
  toJSON(): REPLHistoryJson {
    return { version: 1, entries: this.entries.map((entry) => entry.toJSON()) };
  }

  /**
   * Reads what {@link REPLHistory.toJSON} wrote.
   *
   * @throws {@link RlmError} with code `invalid_history` for anything else.
   */
  static fromJSON(json: unknown): REPLHistory {
    if (typeof json !== 'object' || json === null)
      throw invalidHistory('version and entries', json);
    const { version, entries } = json as { version?: unknown; entries?: unknown };
    if (version !== 1) throw invalidHistory('version 1', version);
    if (!Array.isArray(entries)) throw invalidHistory('an array of entries', entries);
    for (const entry of entries as unknown[]) {
      if (!isEntry(entry)) throw invalidHistory('only entries in its list', entry);
    }
    return new REPLHistory(entries as REPLEntryInit[]);
  }
}

const formatRule = (): OptionRule =>
  fields<FormatHistoryOptions>({
    maxEntries: rule('a number', (value) => typeof value === 'number' && !Number.isNaN(value)),
    truncate: truncateRule,
    language: text,
  });

function isEntry(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  const {
    executionTimeMs = 0,
    llmCalls = [],
    outputGaps = [],
    refused,
    ...texts
  } = json as Record<string, unknown>;
  return (
    typeof executionTimeMs === 'number' &&
    Array.isArray(llmCalls) &&
    Array.isArray(outputGaps) &&
    outputGaps.every(isGap) &&
    (refused === undefined || isRefusedAnswer(refused)) &&
    Object.values(texts).every((text) => typeof text === 'string')
  );
}

function isGap(json: unknown): boolean {
  const { at, characters } = (json ?? {}) as Record<string, unknown>;
  return Number.isSafeInteger(at) && Number.isSafeInteger(characters);
}

function invalidHistory(expected: string, received: unknown): RlmError<'invalid_history'> {
  return new RlmError(`Expected a history with ${expected}, got ${brief(received)}.`, {
    code: 'invalid_history',
  });
}

function brief(received: unknown): string {
  if (typeof received === 'number') return String(received);
  return inlineJson(received)?.slice(0, 100) ?? typeof received;
}
