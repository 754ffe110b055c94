import type { ReplLanguage } from './value-text.js';

/** How much of the code is read. */
const readChars = 20_000;

const quoted =
  /"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n]){0,1000}"|'(?:\\.|[^'\\\n]){0,1000}'|(?<![^\s;])#(?!\w{1,99} ?[=(;])[^\n]*/g;

/** What only JavaScript and TypeScript have, in code without quoted texts. */
const javascript: readonly RegExp[] = [
  /\b(?:const|let|var)\s+[\w$[{]/,
  /=>|===|!==|&&|\|\||\?\?|\?\./,
  /(?:^|\n)[ \t]*\/\/|\/\/ \w+ [a-z]|\/\*/,
  /`/,
  /\bfunction\b[\s*]{0,9}[\w$]{0,99}\s{0,9}\(|\b(?:class|interface|enum) [\w$]{1,99}[^\n:]{0,99}\{/,
  /;[ \t\r]*(?:$|\n)/,
  /\b(?:if|for|while|switch|catch)\s?(?:await )?\([^\n]{0,200}\)\s?\{|\b(?:else|try|finally|do)\s?\{|\}\s?(?:else|catch|finally|while)\b/,
  /\b(?:console|JSON|Math|Object|Array|Promise|Number|String|Date)\.\w/,
  /\.(?:length|push|map|filter|forEach|reduce|slice|includes|indexOf|match|matchAll|replaceAll|toFixed|toString|trim|toLowerCase)\b/,
  /\bnew [A-Z]\w*\(|\b(?:null|undefined|true|false|typeof)\b|\bimport [^\n]{0,99} from\b|\+\+/,
];

/** What only Python has. */
const python: readonly RegExp[] = [
  /(?:^|\n)[ \t]*(?:async )?(?:def|class|if|elif|else|for|while|with|try|except|finally)\b[^\n]*:[ \t\r]*(?:$|\n)/,
  /\b(?:None|True|False|elif|lambda|nonlocal)\b/,
  /(?:^|\n)[ \t]*(?:from [\w.]+ import |import [\w.]+[ \t\r]*(?:$|\n|,| as ))/,
  /\b(?:len|str|range|list|dict|sorted|enumerate|isinstance|int|float)\(/,
  /\bfor [\w, ()]{1,99} in (?!\()|\bnot in\b|\bis not\b|[^\s] (?:and|or|if) [^\s(]/,
  /\[[\w+ -]{0,30}:[\w+ -]{0,30}\]/,
];

/**
 * The language that code is written in, by what only one of the two has. Python if nothing tells. TypeScript counts as
 * JavaScript. It reads the beginning of a long code.
 */
export function guessLanguage(code: string): ReplLanguage {
  const bare = code.slice(0, readChars).replace(quoted, '""');
  const count = (marks: readonly RegExp[]): number =>
    marks.reduce((sum, mark) => sum + Number(mark.test(bare)), 0);
  return count(javascript) > count(python) ? 'javascript' : 'python';
}
