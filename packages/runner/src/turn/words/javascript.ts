import { headOf } from '@rlm/repl-types/internal';

import { named, type Fault, type HintRule, type LanguageWords } from './fault.js';
import { mendUnknownName } from './names.js';

const many =
  'For many calls: `await Promise.all(list.map((item) => llm_query(...)))`, or `await llm_query_batched(prompts)`.';
const noModules =
  'There are no modules, files or processes here: the data is in variables, and JavaScript itself is all there is.';
const python = 'The REPL runs JavaScript, not Python';

/** Names of Python, and what JavaScript has instead. */
const ofPython: Readonly<Record<string, string>> = {
  len: 'x.length',
  str: 'String(x)',
  int: 'Number(x)',
  float: 'Number(x)',
  dict: '{}',
  list: '[...x]',
  None: 'null',
  True: 'true',
  False: 'false',
  range: 'for (let i = 0; i < n; i++)',
  enumerate: 'x.entries()',
  sorted: '[...x].sort()',
  sum: 'x.reduce((a, b) => a + b, 0)',
  json: 'JSON',
  re: '/pattern/g',
  math: 'Math',
};

const textMethods =
  /^(?:split|slice|substring|substr|toLowerCase|toUpperCase|trim|match|matchAll|replace|replaceAll|startsWith|indexOf|includes|charAt)$/;

/** The faults that code of models in JavaScript has most often. */
const rules: readonly HintRule[] = [
  {
    error:
      /^ReferenceError: (?:require|module|exports|process|Buffer|fs|path|os|__dirname|Deno|Bun) is not/,
    mend: noModules,
  },
  { error: /^SyntaxError: .*'import' and 'export'/, mend: noModules },
  {
    error:
      /^ReferenceError: (?:fetch|XMLHttpRequest|axios|WebSocket|window|document|navigator|localStorage) is not/,
    mend: 'There is no network and no browser here: the data is in variables, and `await llm_query(prompt)` asks a model.',
  },
  {
    error:
      /^ReferenceError: (?:setTimeout|setInterval|setImmediate|queueMicrotask|requestAnimationFrame) is not/,
    mend: 'There are no timers here, and nothing to wait for but host functions: call it directly.',
  },
  {
    error: /^ReferenceError: (\w+) is not defined/,
    mend: (fault, [, name = '']) => {
      const instead = Object.hasOwn(ofPython, name) ? ofPython[name] : undefined;
      return instead === undefined ? null : `${python}: write \`${instead}\`.`;
    },
  },
  {
    error: /^ReferenceError: ([\w$]+) is not defined/,
    mend: (fault, [, name = '']) => mendUnknownName(fault, name),
  },
  { error: /gives a promise: write "await /, code: /\.map\(|\.push\(/, mend: many },
  { error: /^TypeError: not a function/, mend: mendCall },
  {
    error: /^TypeError: cannot read property .*of undefined/,
    mend: 'What is before the dot is undefined: print `Object.keys(...)` of one item to see which fields there are, or write `?.`.',
  },
  {
    error: /^TypeError: cannot read property .*of null/,
    mend: 'What is before the dot is null (a match without a find, an empty field): test it first, or write `?.`.',
  },
  {
    error: /^TypeError: .*is not iterable/,
    mend: 'An object is not iterable: take `Object.entries(x)`, `Object.keys(x)` or `Object.values(x)`.',
  },
  {
    error: /^SyntaxError: unexpected token: '`/,
    line: /JSON\.parse/,
    mend: 'The JSON is in a fence: take the text between the two fence lines first, or ask with `{ schema: {...} }`, which gives parsed data.',
  },
  {
    error: /^SyntaxError: [a-z]/,
    line: /JSON\.parse/,
    mend: 'That text is not JSON alone: print its beginning. A sub-model gives parsed data with `{ schema: {...} }`.',
  },
  {
    error: /^SyntaxError: [a-z]/,
    line: /RegExp|match|search|replace|split/,
    mend: 'That is not a regular expression: put a backslash before ( ) [ ] { } . * + ? ^ $ |, or search with `includes` or grep(text, part, { literal: true }).',
  },
  {
    error: /^SyntaxError/,
    line: /^\s*(?:def |elif |from \w+ import|import \w+\s*$|class \w+.*:\s*$|try:|except|with |(?:for|if|while)\b(?! *\()[^{]*:\s*$)|\b(?:print|return)\s*\(?f["']|"""/,
    mend: `${python}: write the block in JavaScript.`,
  },
  {
    error: /^SyntaxError: Unexpected token/,
    code: /\bawait\b/,
    mend: ({ line }) =>
      /\bawait\b/.test(line) && !/\basync\b/.test(line)
        ? '`await` is in a function that is not async: write `async (item) => ...`, and `await Promise.all(...)` around the map.'
        : /=>.*\bawait\b|\bfunction\b.*\bawait\b/.test(line) && !/\basync\b/.test(line)
          ? 'Make the function async.'
          : null,
  },
  {
    error: /^SyntaxError: Unterminated string/,
    mend: 'A text in quotes ends on its line: write \\n for a line break, or put the text in backquotes.',
  },
  {
    error: /^SyntaxError: Unterminated template/,
    mend: 'A template is not closed: a backquote within it is written \\`.',
  },
  {
    error: /^RangeError: Maximum call stack/,
    mend: 'The recursion has no end, or is too deep: use a loop with a list of what is left.',
  },
  { error: /BigInt/, mend: 'Do not mix BigInt with numbers: make it a number with Number(x).' },
  {
    error: /^TypeError: '([\w$]+)' is read-only/,
    mend: (_, [, name = '']) => `${named(name)} is a constant: declare it with let.`,
  },
  {
    error: /^TypeError: .*convert undefined or null to object/i,
    mend: 'That value is undefined or null: print it before you take its keys.',
  },
  {
    error: /^TypeError: regexp must have the 'g' flag/,
    mend: 'Write the expression with the flag g: /pattern/g.',
  },
];

/** What mends a call of what is no function: a name without a value, a method that another type has. */
function mendCall({ line, types }: Fault): string | null {
  for (const [, object = '', method = ''] of line.matchAll(
    /([A-Za-z_$][\w$]*)(?:\.([\w$]+))?\s*\(/g,
  )) {
    const type = types.get(object)?.toLowerCase();
    if (method === '' || type === undefined) continue;
    if (method === 'length') return '`length` is no function: write it without the brackets.';
    if (
      type === 'array' &&
      textMethods.test(method) &&
      !/^(?:slice|indexOf|includes)$/.test(method)
    ) {
      return `${named(object)} is a list, and ${named(method)} is of texts: take one item (${named(`${object}[0]`)}), loop, or join them.`;
    }
    if (type === 'object') {
      return `${named(object)} is an object without ${named(method)}: take one of its values, or Object.entries(${headOf(object, 60)}).`;
    }
    if (type === 'string')
      return `${named(object)} is a text, which has no ${named(method)}: split it into a list first, or parse it.`;
  }
  return null;
}

const literal = '"(?:\\\\[^]|[^"\\\\\\n])*"|\'(?:\\\\[^]|[^\'\\\\\\n])*\'';
const target =
  '[\\p{L}_$][\\p{L}\\p{N}_$]*(?:\\??\\.[\\p{L}_$][\\p{L}\\p{N}_$]*|\\[[^\\]\\n]*\\])*';

/** The patterns and words of JavaScript. */
export const javascript: LanguageWords = {
  name: 'JavaScript',
  text: '`items.join("\\n")` or `JSON.stringify(value)`',
  slow: 'a Map or Set',
  unawaited: /Promise \{ not awaited \}/,
  awaited:
    'A promise was printed instead of its value: write `await Promise.all(list.map(...))`, or `await llm_query_batched(prompts)`.',
  statement: new RegExp(
    [
      '(?:const|let|var) +(?:[\\p{L}_$][\\p{L}\\p{N}_$]*|[{[][^=\\n]*[}\\]]) *(?:=|;|$)',
      '(?:async +)?function\\b *\\*? *[\\w$]* *\\(',
      'class +[\\w$]+ *(?:extends +[\\w$.]+ *)?\\{',
      '(?:if|for|while|switch) *\\(.*\\)|(?:try|do) *\\{',
      `(?:await +)?(?!(?:FINAL(?:_VAR)?|SUBMIT)\\()${target}\\(.*[);,({[]$`,
      `${target} *(?:[-+*/%&|^]|\\*\\*|&&|\\|\\||\\?\\?)?=(?![=>]) *\\S`,
    ]
      .map((form) => `^(?:${form})`)
      .join('|'),
    'u',
  ),
  keywords: new Set(
    'const let var function class extends new await async return throw typeof instanceof delete void yield in if else for while do switch case try catch finally get set static default break continue import export from as'.split(
      ' ',
    ),
  ),
  own: /\b(?:const|let|var|new|null|true|false)\b|=>|;[ \t]*$|\.length\b|\bconsole\./m,
  functions: new Set(
    'Array BigInt Boolean Date Error eval fetch isFinite isNaN Map Number Object parseFloat parseInt Promise RegExp require Set String structuredClone Symbol'.split(
      ' ',
    ),
  ),
  modules: new Set('console globalThis Intl JSON Math process Reflect'.split(' ')),
  masked: new RegExp(`\`(?:\\\\[^]|[^\`\\\\])*\`|${literal}|//.*|/\\*[^]*?(?:\\*/|$)`, 'g'),
  rules,
};
