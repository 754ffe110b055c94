import { inspect } from './inspect.js';
import { indexOf, slice, stringify, toNumber, toText } from './intrinsics.js';

const maxValueChars = 100_000;

/** A value as `print` shows it: a text as it is. */
export function shownText(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value, maxValueChars).text;
}

/** How many of the arguments a text with `%s`, `%d`, `%i`, `%f`, `%j`, `%o`, `%O`, `%c` takes, and what it becomes. */
export function formatText(
  template: string,
  args: readonly unknown[],
): { text: string; taken: number } {
  let text = '';
  let from = 0;
  let taken = 1;
  for (;;) {
    const at = indexOf(template, '%', from);
    if (at < 0 || at === template.length - 1) {
      return { text: text + slice(template, from, template.length), taken };
    }
    const letter = slice(template, at + 1, at + 2);
    const isEscape = letter === '%';
    const isKnown = isEscape || indexOf('sdifjoOc', letter, 0) >= 0;
    if (!isKnown || (!isEscape && taken >= args.length)) {
      text += slice(template, from, at + (isKnown ? 2 : 1));
      from = at + (isKnown ? 2 : 1);
      continue;
    }
    text += slice(template, from, at) + (isEscape ? '%' : formatted(letter, args[taken++]));
    from = at + 2;
  }
}

function formatted(letter: string, value: unknown): string {
  switch (letter) {
    case 'c':
      return '';
    case 'j':
      return jsonText(value);
    case 'd':
    case 'i':
    case 'f':
      return numberText(letter, value);
    default:
      return letter !== 's' && typeof value === 'string' ? stringify(value) : shownText(value);
  }
}

function numberText(letter: string, value: unknown): string {
  if (typeof value === 'bigint') return toText(value) + 'n';
  if (typeof value === 'object' && value !== null) return 'NaN';
  if (typeof value === 'symbol') return 'NaN';
  const number = toNumber(value);
  if (letter !== 'i' || number - number !== 0) return toText(number);
  return toText(number - (number % 1));
}

function jsonText(value: unknown): string {
  try {
    return toText(stringify(value));
  } catch {
    return '[Circular]';
  }
}
