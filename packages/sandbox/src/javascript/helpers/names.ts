import { bridge } from './bridge.js';
import {
  create,
  defineProperty,
  defineValue,
  each,
  getOwnPropertyDescriptor,
  globals,
  hasOwn,
  lookupGetter,
  newList,
  stringify,
} from './intrinsics.js';

/**
 * What becomes of a name that a cell takes. `function`: it is no variable of the user, and has its value again before the next cell; `data`
 * as well, but it is a variable (`context`). `helper`: it is the user's from then on. `output`: so too, and nothing is told of it.
 */
type Kind = 'function' | 'data' | 'helper' | 'output';

interface Entry {
  readonly name: string;
  value: unknown;
  readonly kind: Kind;
  /** Whether a helper's name is the user's. */
  isUsers: boolean;
}

/** The names of the sandbox. */
const entries = newList<Entry>();
const byName = create(null) as Record<string, Entry | undefined>;

function add(name: string, value: unknown, kind: Kind): Entry {
  const entry = { name, value, kind, isUsers: false };
  entries[entries.length] = byName[name] = entry;
  return entry;
}

/** Defines a name of the sandbox. */
export function addName(name: string, value: unknown, kind: Kind): void {
  put(add(name, value, kind));
}

/** Gives a name another value, unless it is the user's. */
export function changeName(name: string, value: unknown): void {
  const entry = byName[name];
  if (entry === undefined || !isKept(entry)) return;
  entry.value = value;
  put(entry);
}

/** Notes what the host has assigned: data that code may not lose, or an ordinary variable. */
export function noteAssigned(name: string, value: unknown, isReserved: boolean): void {
  const entry = byName[name];
  if (entry?.kind === 'function') {
    if (isReserved) entry.value = value;
    return;
  }
  if (entry !== undefined && (isReserved || entry.kind === 'data')) remove(entry);
  if (isReserved) add(name, value, 'data');
}

/** The last entry takes its place. */
function remove(entry: Entry): void {
  let index = 0;
  while (entries[index] !== entry) index++;
  entries[index] = entries[entries.length - 1] ?? entry;
  entries.length--;
  byName[entry.name] = undefined;
}

/** Whether a name is one of the sandbox that is no variable of the user. */
export function isHidden(name: string): boolean {
  return byName[name]?.kind === 'function';
}

/** Gives the names that code has taken their values again. */
export function restoreNames(): void {
  settleHelpers();
  each(entries, (entry) => {
    if (isGiven(entry)) entry.isUsers = !isKept(entry);
    else put(entry);
  });
}

/** JSON text of the findings about the names that the last cell has taken. Helpers are settled. */
export function takenNames(): string {
  let findings = '';
  each(entries, (entry) => {
    if (isKept(entry)) return;
    const { name, kind, isUsers } = entry;
    if (isGiven(entry)) {
      settle(entry);
      // One that was deleted is there again.
      if (isUsers || kind === 'output' || isKept(entry)) return;
    }
    const code = kind === 'helper' ? 'function_replaced' : kind + '_restored';
    findings +=
      (findings === '' ? '' : ',') +
      ('{"code":"' + code + '","name":' + stringify(name) + ',"line":0,"isCertain":false}');
  });
  return '[' + findings + ']';
}

/** Whether a name is the user's from the moment that code takes it. */
function isGiven({ kind }: Entry): boolean {
  return kind === 'helper' || kind === 'output';
}

/** Defines the helpers that are missing, and lets those be seen that have become the user's. */
export function settleHelpers(): void {
  each(entries, (entry) => {
    if (isGiven(entry) && !isKept(entry)) settle(entry);
  });
}

function settle(entry: Entry): void {
  const present = getOwnPropertyDescriptor(globals, entry.name);
  if (present === undefined) put(entry);
  else if (present.enumerable === false && hasOwn(present, 'value')) {
    put({ ...entry, value: present.value, kind: 'data' });
  }
}

/** Whether a name has its value. Runs no getter. */
function isKept({ name, value }: Entry): boolean {
  if (!hasOwn(globals, name) || lookupGetter(globals, name) !== undefined) return false;
  return typeof value === 'string' ? isSame(globals[name], value) : globals[name] === value;
}

const shortChars = 1_000;

/** Whether two values are one. QuickJS compares long texts unit by unit, even a text with itself. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return one === other;
  if (one.length !== other.length) return false;
  return (one.length > shortChars && bridge.isOneText(one, other)) || one === other;
}

/** Defines a name as it should be; data can be seen. */
function put({ name, value, kind }: Entry): void {
  try {
    defineValue(globals, name, value, kind === 'data');
  } catch {
    // A function that a cell declares makes a property that cannot be defined anew, only changed.
    try {
      defineProperty(globals, name, { __proto__: null, value } as PropertyDescriptor);
    } catch {
      // A cell has frozen the name, or the global object: its own loss.
    }
  }
}
