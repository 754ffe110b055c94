import type { Language } from './corpus.js';

/** A cell that is wrong, and in what way. */
export interface BrokenCell {
  readonly kind: string;
  readonly code: string;
}

/** Breaks a cell in one way; undefined where it has nothing that can be broken so. */
type Mutation = (code: string, language: Language) => string | undefined;

/** A top-level line that sets one name. */
const setting = {
  python: /^([a-z]\w{3,}) = [^\n]*[^\n[({,\\]$/m,
  javascript: /^(?:const|let|var) ([a-z]\w{3,}) = [^\n]*[^\n[({,=>?:+]$/m,
};

const mutations: Readonly<Record<string, Mutation>> = {
  'a misspelt name': (code) => {
    const at = /(?<![.'"\w])(context|rows|docs|llm_query)\b(?!['"])/g;
    const found = [...code.matchAll(at)].at(-1);
    return found === undefined ? undefined : replaceAt(code, found, misspelt(found[0]));
  },
  'a line that sets a name is missing': (code, language) => {
    const found = setting[language].exec(code);
    if (found === null || !isUsedAfter(code, found)) return undefined;
    return replaceAt(code, found, '').replace(/^\n/, '');
  },
  'an import is missing': (code, language) => {
    const found = language === 'python' ? /^(?:import|from) [^\n]*\n/m.exec(code) : null;
    return found === null ? undefined : replaceAt(code, found, '');
  },
  'words of another language': (code, language) =>
    language === 'python'
      ? /\b(?:None|True)\b/.test(code)
        ? code.replace(/\b(None|True)\b/, (word) => (word === 'None' ? 'null' : 'true'))
        : `${code}\nconsole.log(len(rows))`
      : `${code}\nprint(len(rows))`,
  'a bracket is missing': (code) => {
    const at = code.lastIndexOf(')');
    return at < 0 ? undefined : code.slice(0, at) + code.slice(at + 1);
  },
  'FINAL_VAR of a misspelt name': (code, language) => {
    const name = setting[language].exec(code)?.[1];
    const isEnded = /^(?:FINAL|SUBMIT)/m.test(code);
    return name === undefined || isEnded ? undefined : `${code}\nFINAL_VAR("${misspelt(name)}")`;
  },
};

/** A cell, broken in every way that applies to it. */
export function mutants(code: string, language: Language): readonly BrokenCell[] {
  return Object.entries(mutations).flatMap(([kind, mutate]) => {
    const broken = mutate(code, language);
    return broken === undefined || broken === code ? [] : [{ kind, code: broken }];
  });
}

/** The name without its third letter from the end. */
function misspelt(name: string): string {
  return name.slice(0, -3) + name.slice(-2);
}

function replaceAt(code: string, { index, 0: text }: RegExpMatchArray, by: string): string {
  const at = index ?? 0;
  return code.slice(0, at) + by + code.slice(at + text.length);
}

function isUsedAfter(code: string, found: RegExpExecArray): boolean {
  const rest = code.slice(found.index + found[0].length);
  return new RegExp(`(?<![.\\w'"])${found[1] ?? ''}\\b`).test(rest);
}
