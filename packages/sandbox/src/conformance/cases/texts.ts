import type { ConformanceCase } from '../case.js';

const line = 'The quick brown fox jumps over the lazy dog. 12345\n';
const megabytes = (count: number): string =>
  line.repeat(Math.ceil((count * 1_000_000) / line.length));

/** Big contexts, and texts of every script. */
export const textCases: readonly ConformanceCase[] = [
  {
    name: 'a context of 10 MB arrives whole, and can be split and searched',
    set: { context: `${megabytes(10)}needle` },
    python: 'print(len(context), len(context.split("\\n")), context[context.find("needle") - 6:])',
    javascript:
      'print(context.length, context.split("\\n").length, context.slice(context.indexOf("needle") - 6))',
    expected: {
      stdout: `${megabytes(10).length + 6} ${megabytes(10).length / line.length + 1} 12345\nneedle\n`,
    },
  },
  {
    name: 'a context of 2 MB can be searched by a pattern',
    set: { context: `${megabytes(2)}id=77;` },
    python: 'import re\nprint(re.search(r"id=(\\d+);", context).group(1))',
    javascript: 'print(/id=(\\d+);/.exec(context)[1])',
    expected: { stdout: '77\n' },
  },
  {
    name: 'a big context of many scripts arrives whole',
    set: { context: 'naïve café 你好 😀 '.repeat(100_000) },
    python: 'print(context.count("😀"), context.count("你好"), context.endswith("😀 "))',
    javascript:
      'print(context.split("😀").length - 1, context.split("你好").length - 1, context.endsWith("😀 "))',
    expected: { stdout: { python: '100000 100000 True\n', javascript: '100000 100000 true\n' } },
  },
  {
    name: 'text of many scripts goes to the host and back',
    python: 'print(llm_query("Grüße 你好 😀"))',
    javascript: 'print(await llm_query("Grüße 你好 😀"))',
    expected: { stdout: 're:Grüße 你好 😀\n' },
  },
  {
    name: 'a variable may have a name of another script',
    python: ['größe = 3', 'print(größe)'],
    javascript: ['const größe = 3', 'print(größe)'],
    expected: { stdout: '3\n' },
  },
  {
    name: 'a zero character crosses',
    python: 'print(len(echo("a\\0b")))',
    javascript: 'print((await echo("a\\0b")).length)',
    expected: { stdout: '3\n' },
  },
  {
    name: 'line separators of every kind cross',
    set: { context: 'a\u2028b\u2029c\r\nd' },
    python: 'print(len(context))',
    javascript: 'print(context.length)',
    expected: { stdout: '8\n', values: { context: 'a\u2028b\u2029c\r\nd' } },
  },
  {
    name: 'an empty context is an empty text',
    set: { context: '' },
    python: 'print(len(context))',
    javascript: 'print(context.length)',
    expected: { stdout: '0\n', values: { context: '' } },
  },
  {
    name: 'a lone half of a pair does no harm',
    set: { context: 'a\ud800b' },
    python: 'print(len(context))',
    javascript: 'print(context.length)',
    expected: { prints: [''] },
  },
];
