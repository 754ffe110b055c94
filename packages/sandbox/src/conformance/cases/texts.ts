import type { ConformanceCase } from '../case.js';

const line = 'The quick brown fox jumps over the lazy dog. 12345\n';
const megabytes = (count: number): string =>
  line.repeat(Math.ceil((count * 1_000_000) / line.length));

/** Big contexts, and texts of every script. */
export const textCases: readonly ConformanceCase[] = [
  {
    name: 'a context of 10 MB arrives whole',
    set: { context: megabytes(10) },
    python: 'print(len(context), context[:9], context[-6:-1])',
    javascript: 'print(context.length, context.slice(0, 9), context.slice(-6, -1))',
    expected: { stdout: `${megabytes(10).length} The quick 12345\n` },
  },
  {
    name: 'a context of 10 MB can be split',
    set: { context: megabytes(10) },
    python: 'print(len(context.split("\\n")))',
    javascript: 'print(context.split("\\n").length)',
    expected: { stdout: `${megabytes(10).length / line.length + 1}\n` },
  },
  {
    name: 'a context of 10 MB can be searched',
    set: { context: `${megabytes(10)}needle here` },
    python: 'i = context.find("needle")\nprint(context[i:i + 6])',
    javascript: 'const i = context.indexOf("needle"); print(context.slice(i, i + 6))',
    expected: { stdout: 'needle\n' },
  },
  {
    name: 'a context of 10 MB can be searched by a pattern',
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
    name: 'text of many scripts is printed as it is',
    python: 'print("Grüße 你好 здравствуй 😀 é")',
    javascript: 'print("Grüße 你好 здравствуй 😀 é")',
    expected: { stdout: 'Grüße 你好 здравствуй 😀 é\n' },
  },
  {
    name: 'text of many scripts goes to the host and back',
    python: 'print(llm_query("Grüße 你好 😀"))',
    javascript: 'print(await llm_query("Grüße 你好 😀"))',
    expected: { stdout: 're:Grüße 你好 😀\n' },
  },
  {
    name: 'text of many scripts is a final answer',
    python: 'FINAL("你好 😀")',
    javascript: 'FINAL("你好 😀")',
    expected: { outcome: 'final', final: { type: 'direct', answer: '你好 😀' } },
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
