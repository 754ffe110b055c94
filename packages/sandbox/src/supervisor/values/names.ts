import type { OptionRule } from '@rlm/repl-types/options';
import type { ReplLanguage } from '@rlm/repl-types';

/** The longest name of a variable that is listed or set, in characters: names go into prompts. */
export const longestName = 200;

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
  return /* @__PURE__ */ new Set(list.split(' '));
}

/**
 * Why a name cannot be used for a variable or a function in a language: what was expected, and what was found.
 * Undefined if it can.
 */
export function findNameFault(name: unknown, language: ReplLanguage): string | undefined {
  if (typeof name === 'string' && name.length > longestName) {
    return `expected a name of at most ${longestName} characters, got one of ${name.length}`;
  }
  const got = `got ${typeof name === 'string' ? JSON.stringify(name) : typeof name}`;
  if (typeof name !== 'string' || !identifier.test(name)) {
    return `expected an identifier (letters, digits and _, no digit first), ${got}`;
  }
  const { title, reserved } = languages[language];
  if (!reserved.has(name)) return undefined;
  return `expected a name that ${title} code can use, ${got}, which is a word of the language`;
}

/** The rule for the name of a variable or a function in a language. */
export function nameRule(language: ReplLanguage): OptionRule {
  return {
    expected: 'an identifier',
    find(value, option) {
      const problem = findNameFault(value, language);
      return problem === undefined ? undefined : { option, problem };
    },
  };
}
