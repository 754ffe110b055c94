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
  'a line that sets a name comes last': (code, language) => {
    const found = setting[language].exec(code);
    if (found === null || !isUsedAtTopAfter(code, found)) return undefined;
    return `${replaceAt(code, found, '')}\n${found[0]}`;
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
  'a sub-query without a prompt': (code, language) => {
    if (!code.includes('llm_query(') || /^(?:FINAL|SUBMIT)/m.test(code)) return undefined;
    return `${code}\n${language === 'python' ? 'more =' : 'const more = await'} llm_query()`;
  },
  'code behind the end': (code) =>
    /^(?:FINAL|SUBMIT)\w*\([^\n]*\)$/m.test(code) ? `${code}\nprint("done")` : undefined,
  'a promise as a value': (code, language) => {
    if (language === 'python') {
      return /^async def main/m.test(code) ? code.replace(/\bawait main\(\)/, 'main()') : undefined;
    }
    const found = /^(const (\w+) = )await Promise\.all\((.*)\)$/m.exec(code);
    if (found === null) return undefined;
    const list = (found[3] ?? '').replace(/^tasks$/, 'rows.map(async (row) => row.kind)');
    return `${code.slice(0, found.index)}${found[1] ?? ''}${list}\nprint(${found[2] ?? ''})`;
  },
  'a name of a function outside of it': (code, language) => {
    const head = language === 'python' ? /^def \w+\((\w+)/m : /^(?:async )?function \w+\((\w+)/m;
    const name = head.exec(code)?.[1];
    const isElsewhere = new RegExp(`^(?:const |let |for |import )?\\(?${name ?? ''}\\b`, 'm');
    return name === undefined || isElsewhere.test(code) || /^(?:FINAL|SUBMIT)/m.test(code)
      ? undefined
      : `${code}\nprint(${name})`;
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

/** Whether a line behind it, at top level and no loop of its own, uses the name. */
function isUsedAtTopAfter(code: string, found: RegExpExecArray): boolean {
  const rest = code.slice(found.index + found[0].length);
  return new RegExp(`^(?:print|FINAL)\\([^\\n"'\`]*(?<![.\\w])${found[1] ?? ''}\\b`, 'm').test(
    rest,
  );
}
