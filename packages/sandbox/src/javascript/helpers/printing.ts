import { bridge } from './bridge.js';
import { inspect } from './inspect.js';
import {
  apply,
  create,
  indexOf,
  slice,
  stringify,
  toNumber,
  toText,
  unitAt,
} from './intrinsics.js';
import { keepOutput } from './output.js';

/**
 * The longest text that leaves at once, in code units: printed text is copied into a heap far smaller than the interpreter's memory.
 */
const maxPieceChars = 256 * 1024;
const maxValueChars = 100_000;
const maxIndent = 40;

type Print = (...args: unknown[]) => void;

let indent = '';
const counts = create(null) as Record<string, number | undefined>;

/** Prints values. Unlike `console.log` it leaves a text as it is: data may have a `%s`. */
export const print: Print = (...args) => {
  write('stdout', joined(args, 0));
};

/** Ends groups that a cell left open. */
export function endGroups(): void {
  indent = '';
}

/** Prints a line. */
export function write(stream: 'stdout' | 'stderr', shown: string): void {
  const text = shown + '\n';
  keepOutput(text);
  for (let at = 0; at < text.length;) {
    const end = endOfPiece(text, at);
    bridge.print(stream, at === 0 && end === text.length ? text : slice(text, at, end));
    at = end;
  }
}

function printer(stream: 'stdout' | 'stderr', lead = ''): Print {
  return (...args) => {
    const text = formatAll(args);
    write(stream, indented(lead === '' || text === '' ? lead + text : lead + ' ' + text, indent));
  };
}

const out = printer('stdout');
const err = printer('stderr');
const failed = printer('stderr', 'Assertion failed:');
const one: Print = (value) => {
  out(value);
};
const group: Print = (...args) => {
  if (args.length > 0) apply(out, undefined, args);
  if (indent.length < maxIndent) indent += '  ';
};
const labelOf = (label: unknown): string => (label === undefined ? 'default' : toText(label));
const elapsed: Print = (label, ...rest) => {
  const ms = labelOf(label) + ': 0 ms (the clock stands still while a cell runs)';
  out(rest.length === 0 ? ms : ms + ' ' + formatAll(rest));
};

/** What cells know as `console`. */
export const cellConsole: Readonly<Record<string, Print>> = {
  log: out,
  info: out,
  debug: out,
  dirxml: out,
  warn: err,
  error: err,
  trace: printer('stderr', 'Trace:'),
  dir: one,
  table: one,
  group,
  groupCollapsed: group,
  groupEnd() {
    indent = slice(indent, 0, indent.length - 2);
  },
  assert(isTrue, ...args) {
    if (!isTrue) apply(failed, undefined, args);
  },
  count(label) {
    const name = labelOf(label);
    const count = (counts[name] ?? 0) + 1;
    counts[name] = count;
    out(name + ': ' + toText(count));
  },
  countReset(label) {
    counts[labelOf(label)] = 0;
  },
  time() {
    // Nothing to note: no time passes.
  },
  timeLog: elapsed,
  timeEnd: elapsed,
  clear: endGroups,
};

/** The arguments of `console.log` as one text: the first may be a template, as for `%s has %d`. */
function formatAll(args: readonly unknown[]): string {
  const template = args[0];
  if (typeof template !== 'string' || args.length < 2 || indexOf(template, '%', 0) < 0) {
    return joined(args, 0);
  }
  let text = '';
  let from = 0;
  let taken = 1;
  for (let at = indexOf(template, '%', 0); at >= 0; at = indexOf(template, '%', from)) {
    const letter = template[at + 1] ?? '';
    const isEscape = letter === '%';
    const isFilled = letter !== '' && indexOf('sdifjoOc', letter, 0) >= 0 && taken < args.length;
    text += slice(template, from, at);
    // What is no placeholder, or has no value, stays as it is.
    text += isEscape ? '%' : isFilled ? formatted(letter, args[taken++]) : '%' + letter;
    from = at + 1 + letter.length;
  }
  const rest = taken < args.length ? ' ' + joined(args, taken) : '';
  return text + slice(template, from) + rest;
}

function formatted(letter: string, value: unknown): string {
  switch (letter) {
    case 'c':
      return '';
    case 'j':
      try {
        return toText(stringify(value));
      } catch {
        return '[Circular]';
      }
    case 'd':
    case 'i':
    case 'f':
      return numberText(letter, value);
    default:
      return letter !== 's' && typeof value === 'string' ? stringify(value) : shown(value);
  }
}

function numberText(letter: string, value: unknown): string {
  if (typeof value === 'bigint') return toText(value) + 'n';
  if ((typeof value === 'object' && value !== null) || typeof value === 'symbol') return 'NaN';
  const number = toNumber(value);
  return toText(letter === 'i' && number - number === 0 ? number - (number % 1) : number);
}

/** Values as `print` shows them, with blanks between them. */
function joined(args: readonly unknown[], from: number): string {
  let text = '';
  for (let index = from; index < args.length; index++) {
    text += (index > from ? ' ' : '') + shown(args[index]);
  }
  return text;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value, maxValueChars).text;
}

/** A text whose lines all begin with an indentation. */
function indented(text: string, indent: string): string {
  if (indent === '') return text;
  let result = '';
  for (let at = 0; at <= text.length;) {
    const feed = indexOf(text, '\n', at);
    const end = feed < 0 ? text.length : feed;
    result += (at === 0 ? indent : '\n' + indent) + slice(text, at, end);
    at = end + 1;
  }
  return result;
}

/** The end of the piece that starts at `start`; no surrogate pair is split. */
function endOfPiece(text: string, start: number): number {
  const end = start + maxPieceChars;
  if (end >= text.length) return text.length;
  const unit = unitAt(text, end - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? end - 1 : end;
}
