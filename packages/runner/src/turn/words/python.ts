import { headOf } from '@rlm/repl-types/internal';

import { named, type Fault, type HintRule, type LanguageWords } from './fault.js';
import { mendUnknownName } from './names.js';

const javascript = 'The REPL runs Python, not JavaScript';

/** Names of JavaScript, and what Python has instead. */
const ofJavaScript: Readonly<Record<string, string>> = {
  console: 'print(x)',
  null: 'None',
  undefined: 'None',
  true: 'True',
  false: 'False',
  JSON: 'json.loads(text), json.dumps(value)',
  Math: 'math, after import math',
  Object: 'list(d), d.items()',
  Promise: 'llm_query_batched(prompts)',
};

/** What models use without importing it. */
const modules =
  /^(?:asyncio|base64|bisect|collections|copy|csv|dataclasses|datetime|difflib|enum|functools|hashlib|heapq|html|io|itertools|json|math|operator|os|random|re|statistics|string|sys|textwrap|time|typing|unicodedata)$/;
const members: Readonly<Record<string, string>> = {
  collections: 'Counter defaultdict deque OrderedDict namedtuple',
  dataclasses: 'dataclass',
  datetime: 'timedelta timezone',
  functools: 'partial reduce lru_cache',
  io: 'StringIO',
  itertools: 'combinations groupby chain',
  pathlib: 'Path',
  typing: 'Any Optional',
};

/** The module that a name belongs to. */
function moduleOf(name: string): string | undefined {
  return Object.keys(members).find((module) => members[module]?.split(' ').includes(name));
}

const mixed =
  'Text and bytes do not mix: `text.encode()` gives bytes, `data.decode()` gives text; the contexts are text.';

/** The faults that code of models in Python has most often. */
const rules: readonly HintRule[] = [
  {
    error: /^NameError: name '(\w+)' is not defined/,
    mend: (fault, [, name = '']) => {
      const instead = Object.hasOwn(ofJavaScript, name) ? ofJavaScript[name] : undefined;
      if (instead !== undefined) return `${javascript}: write \`${instead}\`.`;
      if (modules.test(name)) return `Write \`import ${name}\` first.`;
      const module = moduleOf(name);
      if (module !== undefined) return `Write \`from ${module} import ${name}\` first.`;
      return mendUnknownName(fault, name);
    },
  },
  {
    error:
      /^AttributeError: '(\w+)' object has no attribute '(length|push|map|forEach|filter|slice|indexOf|includes|toLowerCase|toUpperCase|substring|trim|concat)'/,
    mend: `${javascript}: len(x), x.append(y), [f(y) for y in x], x[a:b], y in x, x.lower(), x.strip().`,
  },
  {
    error: /^AttributeError: 'list' object has no attribute '(\w+)'/,
    mend: (_, [, method = '']) =>
      `It is a list, not a text: take one item ([0]), loop over it, or join it (\`"\\n".join(items)\`) before ${named(method)}.`,
  },
  {
    error: /^AttributeError: 'dict' object has no attribute '(\w+)'/,
    mend: (_, [, key = '']) =>
      `It is a dict: its fields are read as d["${headOf(key, 60)}"]; list(d) gives its keys, d.items() both.`,
  },
  {
    error: /^AttributeError: 'str' object has no attribute 'decode'/,
    mend: 'It is a text already: leave out .decode().',
  },
  {
    error: /^AttributeError: 'str' object has no attribute '(?:get|keys|values|items|name|\w+)'/,
    mend: 'It is a text, not data: `json.loads(text)` reads JSON, `text.split("\\n")` gives lines, and a loop over a dict gives its keys.',
  },
  {
    error: /^TypeError: str(?:ing)? indices must be integers/,
    mend: 'It is a text, not a dict: `json.loads(text)` reads JSON; a loop over a dict gives its keys, and d.items() gives key and value.',
  },
  {
    error: /^TypeError: list indices must be integers/,
    mend: 'It is a list: loop over it, or take one item first, as in items[0]["field"].',
  },
  {
    error: /^(?:KeyError: slice\(|TypeError: unhashable type: 'slice')/,
    mend: 'A dict has no slices: list(d)[:5] gives its first keys, list(d.items())[:5] keys and values.',
  },
  {
    error: /^KeyError/,
    mend: 'There is no such key: print(list(d)[:20]) shows the keys, d.get(key) gives None if there is none.',
  },
  {
    error:
      /bytes-like object|str to bytes|bytes to str|bytes pattern|string pattern on|'bytes' and 'str'|'str' and 'bytes'/,
    mend: mixed,
  },
  {
    error:
      /^TypeError: (?:can only concatenate str|unsupported operand type\(s\) for \+: '(?:int|float|str)' and '(?:int|float|str)')/,
    mend: 'Text and numbers do not add: make one text with str(x) or f"{x}", or a number with int(x).',
  },
  {
    error: /JSONDecodeError/,
    mend: 'That text is not JSON alone (it has a fence or prose around it): print its beginning, cut it out, or ask with `schema={...}`, which gives parsed data.',
  },
  {
    error: /'coroutine'|coroutine .* was never awaited/,
    mend: 'An async function gives a coroutine: write `await f(x)`, or `await asyncio.gather(*[f(x) for x in xs])` for many.',
  },
  {
    error: /^(?:Syntax|Indentation)Error/,
    line: /^\s*(?:const|let|var|function)\b|=>|&&|\|\||^\s*\/\/|===|^\s*\}/,
    mend: `${javascript}: write the block in Python.`,
  },
  {
    error: /^SyntaxError/,
    line: /^\s*(?:[!%]|pip |cd |ls\b|cat |grep )/,
    mend: 'There is no shell and nothing can be installed: use Python alone.',
  },
  {
    error: /^SyntaxError: (?:unterminated (?:triple-quoted )?(?:f-)?string|missing closing quote)/,
    mend: 'A text in quotes ends on its line: write \\n for a line break, or put the text in triple quotes that do not occur in it.',
  },
  {
    error: /^(?:IndentationError|TabError|SyntaxError: Expected an indented block)/,
    mend: 'Indent the body of def, for, if, with by four blanks, and nothing else.',
  },
  {
    error: /^RecursionError/,
    mend: 'The recursion has no end, or is too deep: use a loop with a list of what is left.',
  },
  {
    error: /^IndexError: (?:list|string|tuple) index out of range/,
    mend: 'There are fewer items than that: print len(x) first; a find or split may have given less than you thought.',
  },
  {
    error: /^(?:re\.)?(?:PatternError|error): /,
    mend: 'That is not a regular expression: re.escape(text) takes a text as it is, or grep(text, part, literal=True).',
  },
  {
    error: /^ValueError: (?:too many|not enough) values to unpack/,
    mend: 'The items have another number of parts than the names: print one first; for a dict loop over d.items(), for numbered items over enumerate(x).',
  },
  {
    error: /^(?:AttributeError|TypeError): 'NoneType' object/,
    mend: 'The value is None: re.search without a match, d.get of a missing key, and list.sort() or append() give None. Test it first.',
  },
  {
    error:
      /^TypeError: '(dict_keys|dict_values|dict_items|set|generator|map|filter|zip)' object is not subscriptable/,
    mend: 'Make a list of it first: list(x)[0].',
  },
  {
    error: /^TypeError: '(\w+)' object is not callable/,
    mend: mendCall,
  },
  {
    error: /^UnboundLocalError: .*variable '(\w+)'/,
    mend: (_, [, name = '']) =>
      `The function sets ${named(name)}, which makes it its own: write \`global ${headOf(name, 60)}\` in it, or pass it in and return it.`,
  },
  {
    error:
      /^TypeError: .*unhashable type|^TypeError: cannot use '.*' as a (?:dict key|set element)/,
    mend: 'A list, dict or set is no key: use tuple(x) or json.dumps(x) as the key.',
  },
  {
    error: /^SystemExit/,
    mend: 'The REPL does not end by exit(): finish with your answer, or let the block end.',
  },
];

/** What mends a call of what is no function: mostly a name of Python's own that a variable has taken. */
function mendCall({ line, types }: Fault, [, type = '']: RegExpExecArray): string | null {
  for (const [, name = ''] of line.matchAll(/\b([A-Za-z_]\w*)\(/g)) {
    if (types.get(name) === type) {
      return `${named(name)} is a variable of yours (${headOf(type, 60)}): \`del ${headOf(name, 60)}\` gives a function of that name back, or use another name.`;
    }
  }
  return null;
}

const target = '[\\p{L}_][\\p{L}\\p{N}_]*(?:\\.[\\p{L}_][\\p{L}\\p{N}_]*|\\[[^\\]\\n]*\\])*';
const targets = `\\(?\\*?${target}(?: *, *\\*?${target})*\\)?`;

/** The patterns and words of Python. */
export const python: LanguageWords = {
  name: 'Python',
  text: '`"\\n".join(items)` or `json.dumps(value)`',
  slow: 'a dict or set',
  unawaited: /<coroutine object/,
  awaited:
    'A coroutine was printed instead of its value: write `await f(x)`, or `await asyncio.gather(*[...])` for many.',
  statement: new RegExp(
    [
      'import +[\\w.]+(?: +as +\\w+)?(?: *, *[\\w.]+(?: +as +\\w+)?)* *$',
      'from +[\\w.]+ +import +[\\w*(]',
      '(?:async +)?def +\\w+ *\\(',
      'class +\\w+ *(?:\\([^)\\n]*\\))? *:',
      '(?:async +)?for +.+ in +.+:|(?:if|elif|while|with) +.+:|(?:try|else|finally) *:',
      `(?:await +)?(?!(?:FINAL(?:_VAR)?|SUBMIT)\\()${target}\\(.*[);,({[]$`,
      `${targets}(?: *: *[A-Za-z][\\w.[\\], ]*)? *(?:[-+*/%@&|^]|\\*\\*|//|<<|>>)?=(?!=) *\\S`,
    ]
      .map((form) => `^(?:${form})`)
      .join('|'),
    'u',
  ),
  keywords: new Set(
    'and or not in is if elif else for while with as async await def class lambda return yield raise assert del global nonlocal import from try except finally pass break continue None True False'.split(
      ' ',
    ),
  ),
  own: /\b(?:len|str|int|float|range|enumerate|sorted|list|dict)\(|\b(?:None|True|False|def|elif|and|or|not)\b/,
  functions: new Set(
    'abs all any bool chr Counter defaultdict dict enumerate eval filter float format frozenset getattr hasattr input int isinstance iter len list map max min next open ord pow print range repr reversed round set sorted str sum tuple type zip'.split(
      ' ',
    ),
  ),
  modules: new Set(
    'ast collections csv datetime functools itertools json math np operator os pd random re statistics sys textwrap'.split(
      ' ',
    ),
  ),
  masked: /"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|#.*/g,
  rules,
};
