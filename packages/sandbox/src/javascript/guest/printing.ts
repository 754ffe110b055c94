import type { Bridge } from './bridge.js';
import { inspect } from './inspect.js';
import { codeUnitAt, each, join, push, slice } from './intrinsics.js';

const maxValueChars = 100_000;

/**
 * The longest text that leaves at once, in code units: printed text is copied into a heap far smaller than the guest's.
 */
const maxPieceChars = 256 * 1024;

/** `print` and the methods of `console`. */
export function createPrinting(bridge: Bridge): {
  print: (...args: unknown[]) => void;
  console: Record<string, (...args: unknown[]) => void>;
} {
  const printTo =
    (stream: 'stdout' | 'stderr') =>
    (...args: unknown[]): void => {
      const parts: string[] = [];
      each(args, (value) => {
        push(parts, typeof value === 'string' ? value : inspect(value, maxValueChars).text);
      });
      const text = join(parts, ' ') + '\n';
      for (let at = 0; at < text.length;) {
        const end = endOfPiece(text, at);
        bridge.print(stream, at === 0 && end === text.length ? text : slice(text, at, end));
        at = end;
      }
    };
  const out = printTo('stdout');
  const err = printTo('stderr');
  return {
    print: out,
    console: {
      log: out,
      info: out,
      debug: out,
      table: out,
      dir: out,
      warn: err,
      error: err,
      trace: err,
    },
  };
}

/** The end of the piece that starts at `start`; no surrogate pair is split. */
function endOfPiece(text: string, start: number): number {
  const end = start + maxPieceChars;
  if (end >= text.length) return text.length;
  const unit = codeUnitAt(text, end - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? end - 1 : end;
}
