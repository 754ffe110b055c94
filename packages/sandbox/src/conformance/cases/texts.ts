import type { Table } from '../case.js';

const line = 'The quick brown fox jumps over the lazy dog. 12345\n';
const tenMegabytes = line.repeat(Math.ceil(10_000_000 / line.length));

const awkward = 'a"b\'c\\d\ne\tf"""`${g}\u2028h\u2029i\r\nj\0k';

/** Big contexts, and texts of every script. */
export const textCases: Table = {
  'a context of 10 MB arrives whole, and can be split and searched, also by a pattern': {
    set: { context: `${tenMegabytes}id=77;` },
    python:
      'import re\nprint(len(context), len(context.split("\\n")), context[context.find("id="):], re.search(r"id=(\\d+);", context).group(1))',
    javascript:
      'print(context.length, context.split("\\n").length, context.slice(context.indexOf("id=")), /id=(\\d+);/.exec(context)[1])',
    expected: {
      stdout: `${tenMegabytes.length + 6} ${tenMegabytes.length / line.length + 1} id=77; 77\n`,
    },
  },
  'a big context of many scripts arrives whole': {
    set: { context: 'naïve café 你好 😀 '.repeat(100_000) },
    python: 'print(context.count("😀"), context.count("你好"), context.endswith("😀 "))',
    javascript:
      'print(context.split("😀").length - 1, context.split("你好").length - 1, context.endsWith("😀 "))',
    expected: { stdout: { python: '100000 100000 True\n', javascript: '100000 100000 true\n' } },
  },
  'text of many scripts goes to the host and back': {
    python: 'print(llm_query("Grüße 你好 😀"))',
    javascript: 'print(await llm_query("Grüße 你好 😀"))',
    expected: { stdout: 're:Grüße 你好 😀\n' },
  },
  'quotes, backslashes, line breaks of every kind and a zero character cross as they are': {
    set: { context: awkward },
    python: 'print(len(context), echo(context) == context)',
    javascript: 'print(context.length, (await echo(context)) === context)',
    expected: { prints: [`${awkward.length} `, 'rue\n'], values: { context: awkward } },
  },
  'a variable may have a name of another script': {
    python: ['größe = 3', 'print(größe)'],
    javascript: ['const größe = 3', 'print(größe)'],
    expected: { stdout: '3\n' },
  },
  'an empty context is an empty text': {
    set: { context: '' },
    python: 'print(len(context))',
    javascript: 'print(context.length)',
    expected: { stdout: '0\n', values: { context: '' } },
  },
  'a lone half of a pair does no harm': {
    set: { context: 'a\ud800b' },
    python: 'print(len(context))',
    javascript: 'print(context.length)',
    expected: { prints: [''] },
  },
};
