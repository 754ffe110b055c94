import type { Bridge } from './bridge.js';
import { formatText, shownText } from './console-format.js';
import {
  apply,
  codeUnitAt,
  create,
  each,
  indexOf,
  join,
  push,
  slice,
  toText,
} from './intrinsics.js';

/**
 * The longest text that leaves at once, in code units: printed text is copied into a heap far smaller than the guest's.
 */
const maxPieceChars = 256 * 1024;
const maxIndent = 40;

type Print = (...args: unknown[]) => void;

/** `print`, and the methods of `console`. */
export interface Printing {
  readonly print: Print;
  readonly console: Record<string, Print>;
  /** Ends groups that a cell left open. */
  begin(): void;
}

/** Makes {@link Printing}. */
export function createPrinting(bridge: Bridge): Printing {
  let indent = '';
  const counts = create(null) as Record<string, number | undefined>;
  const times = create(null) as Record<string, number | undefined>;

  const write = (stream: 'stdout' | 'stderr', shown: string): void => {
    const text = shown + '\n';
    for (let at = 0; at < text.length;) {
      const end = endOfPiece(text, at);
      bridge.print(stream, at === 0 && end === text.length ? text : slice(text, at, end));
      at = end;
    }
  };
  const log =
    (stream: 'stdout' | 'stderr', lead = ''): Print =>
    (...args) => {
      const shown = formatAll(args);
      write(
        stream,
        indented(lead === '' || shown === '' ? lead + shown : lead + ' ' + shown, indent),
      );
    };
  const out = log('stdout');
  const err = log('stderr');
  const group: Print = (...args) => {
    if (args.length > 0) apply(out, undefined, args);
    if (indent.length < maxIndent) indent += '  ';
  };
  const one: Print = (value) => {
    out(value);
  };
  const failed = log('stderr', 'Assertion failed:');
  const labelOf = (label: unknown): string => (label === undefined ? 'default' : toText(label));
  const elapsed = (label: unknown, rest: readonly unknown[]): void => {
    const name = labelOf(label);
    const start = times[name];
    if (start === undefined) {
      err('There is no timer ' + name + ': call console.time first');
      return;
    }
    const ms = toText(Date.now() - start) + ' ms (the clock stands still while a cell runs)';
    const parts: unknown[] = [name + ': ' + ms];
    each(rest, (value) => {
      push(parts, value);
    });
    apply(out, undefined, parts);
  };

  return {
    // Unlike `console.log` it leaves a text as it is: data may have a `%s`.
    print(...args) {
      const parts: string[] = [];
      each(args, (value) => {
        push(parts, shownText(value));
      });
      write('stdout', join(parts, ' '));
    },
    console: {
      log: out,
      info: out,
      debug: out,
      dirxml: out,
      warn: err,
      error: err,
      trace: log('stderr', 'Trace:'),
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
      time(label) {
        times[labelOf(label)] = Date.now();
      },
      timeLog(label, ...rest) {
        elapsed(label, rest);
      },
      timeEnd(label) {
        elapsed(label, []);
        times[labelOf(label)] = undefined;
      },
      clear() {
        indent = '';
      },
    },
    begin() {
      indent = '';
    },
  };
}

/** The arguments of `console.log` as one text. */
function formatAll(args: readonly unknown[]): string {
  const parts: string[] = [];
  const template = args[0];
  let next = 0;
  if (typeof template === 'string' && args.length > 1 && indexOf(template, '%', 0) >= 0) {
    const { text, taken } = formatText(template, args);
    push(parts, text);
    next = taken;
  }
  for (; next < args.length; next++) push(parts, shownText(args[next]));
  return join(parts, ' ');
}

/** A text whose lines all begin with an indentation. */
function indented(text: string, indent: string): string {
  if (indent === '') return text;
  let shown = '';
  for (let at = 0; at <= text.length;) {
    const feed = indexOf(text, '\n', at);
    const end = feed < 0 ? text.length : feed;
    shown += (at === 0 ? indent : '\n' + indent) + slice(text, at, end);
    at = end + 1;
  }
  return shown;
}

/** The end of the piece that starts at `start`; no surrogate pair is split. */
function endOfPiece(text: string, start: number): number {
  const end = start + maxPieceChars;
  if (end >= text.length) return text.length;
  const unit = codeUnitAt(text, end - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? end - 1 : end;
}
