import type { Bridge } from './bridge.js';
import { inspect } from './inspect.js';
import { join, push } from './intrinsics.js';

const longestValue = 100_000;

/** `print` and the methods of `console`. */
export function createPrinting(bridge: Bridge): {
  print: (...args: unknown[]) => void;
  console: Record<string, (...args: unknown[]) => void>;
} {
  const printTo =
    (stream: 'stdout' | 'stderr') =>
    (...args: unknown[]): void => {
      const parts: string[] = [];
      for (const value of args) {
        push(parts, typeof value === 'string' ? value : inspect(value, longestValue).text);
      }
      bridge.print(stream, `${join(parts, ' ')}\n`);
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
