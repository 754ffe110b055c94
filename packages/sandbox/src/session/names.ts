import { mismatch } from '@rlm/repl-types/internal';
import type { OptionRule } from '@rlm/repl-types/options';
import type { ReplLanguage } from '@rlm/repl-types';

/** The longest name of a variable that is listed or set, in characters: names go into prompts. */
export const maxNameChars = 200;

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;

const languages: Readonly<
  Record<ReplLanguage, { readonly title: string; readonly reserved: ReadonlySet<string> }>
> = {
  python: {
    title: 'Python',
    reserved: words(
      'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
        'import in is lambda nonlocal not or pass raise return try while with yield __debug__',
    ),
  },
  javascript: {
    title: 'JavaScript',
    // Includes names reserved only in classes, names that cannot be assigned, and names that are not properties of the
    // global object.
    reserved: words(
      'await break case catch class const continue debugger default delete do else enum export extends false finally for ' +
        'function if import in instanceof new null return super switch this throw true try typeof var void while with yield ' +
        'let static implements interface package private protected public arguments eval ' +
        'undefined NaN Infinity globalThis __proto__',
    ),
  },
};

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/**
 * Why a name cannot be used for a variable or a function in a language, as a sentence that calls it `what`. Undefined
 * if it can.
 */
export function findNameFault(
  name: unknown,
  language: ReplLanguage,
  what: string,
): string | undefined {
  const fault = (expected: string, got: string): string => mismatch(what, expected, got).message;
  if (typeof name === 'string' && name.length > maxNameChars) {
    return fault(`at most ${maxNameChars} characters long`, `${name.length} characters`);
  }
  const got = typeof name === 'string' ? JSON.stringify(name) : typeof name;
  if (typeof name !== 'string' || !identifier.test(name)) {
    return fault('an identifier (letters, digits and _, no digit first)', got);
  }
  const { title, reserved } = languages[language];
  if (!reserved.has(name)) return undefined;
  return fault(`a name that ${title} code can use`, `${got}, which is a word of the language`);
}

/** The rule for the name of a variable or a function in a language. `what` replaces the option's path in the message. */
export function nameRule(language: ReplLanguage, what?: string): OptionRule {
  return {
    expected: 'an identifier',
    find(value, option) {
      const message = findNameFault(value, language, what ?? option);
      return message === undefined ? undefined : { option, message };
    },
  };
}
