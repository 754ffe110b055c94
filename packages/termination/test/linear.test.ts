import { growthOf } from '@rlm/config/growth';
import { describe, expect, it } from 'vitest';

import {
  detectFinalInCode,
  detectFinalInText,
  extractCodeBlocks,
  parseCodeBlocks,
} from '../src/index.js';
import { dialects } from '../src/dialects/index.js';
import { blankFinals, proseOf, withoutThoughts } from '../src/internal.js';

const hostile: Readonly<Record<string, string>> = {
  parentheses: '(',
  'unclosed calls': 'FINAL(',
  'unclosed calls on lines': 'FINAL(\n',
  backticks: '`',
  'single backticks': '` ',
  'double quotes': '"',
  'single quotes': "'",
  'mixed quotes': `'"\``,
  blanks: ' ',
  'line breaks': ' \n',
  'calls with open strings': 'FINAL("',
  'calls with escapes': 'FINAL("\\',
  'calls with string lists': 'FINAL(["a" ',
  'calls in a row': 'FINAL(a) ',
  'calls on lines': 'FINAL(a)\n',
  'quoted calls': '`FINAL(a)` ',
  fences: '```\n',
  'fences within fences': '```py\n',
  'fences that text follows': '```repl\n```so, then\n',
  'fences glued to text': 'x```py\n',
  'fences glued to text that others end': 'x```py\nx```py\n```repl\n',
  'open strings in fences': '```repl\n"""\n',
  'comments and thoughts': '<!--<think>',
  thoughts: '<think>',
  'ends of thoughts': ' </think> a',
  'thoughts within thoughts': '<think>a</thought><think> b </think> ',
  'thoughts that are spoken of': 'the <think> tag, ',
  'thoughts of all kinds': '<think>[THINK]◁think▷<|channel>thought<|START_THINKING|><reflection> ',
  'channels of thoughts': '<|channel|>analysis<|message|>',
  'heads of channels': '<|start|>assistant<|channel|>',
  'channels without tokens': 'assistantanalysis',
  'special tokens': '<|im_end|> ',
  submits: 'SUBMIT(a=',
  conditions: 'if will now ',
};

/** The readers of all dialects, so that a new one is measured too. */
const readers = Object.fromEntries(
  Object.values(dialects).flatMap(({ name, readProse }) =>
    readProse === undefined ? [] : [[`readProse of ${name}`, readProse]],
  ),
);

const calls: Readonly<Record<string, (text: string) => unknown>> = {
  ...readers,
  blankFinals: (text) => blankFinals(text),
  proseOf: (text) => proseOf(text),
  withoutThoughts: (text) => withoutThoughts(text),
  extractCodeBlocks: (text) => extractCodeBlocks(text),
  detectFinalInCode: (text) => detectFinalInCode(text),
  'detectFinalInCode of JavaScript': (text) => detectFinalInCode(text, { language: 'javascript' }),
};

describe.each(Object.entries(calls))('%s', (_name, call) => {
  it.each(Object.entries(hostile))('is linear in %s', (_kind, unit) => {
    const work = (length: number): void => {
      call(`${unit.repeat(Math.ceil(length / unit.length))}\nFINAL(x)`);
    };
    // Two doublings at once, each of which may triple the time: 9, where quadratic work takes 16.
    const growth = growthOf(work, { small: 16_000, large: 64_000, enough: 9 });
    expect(growth).toBeLessThanOrEqual(9);
  });
});

describe('detectFinalInText', () => {
  it('finds the call after a megabyte of punctuation, and within a deep nest', () => {
    expect(detectFinalInText(`${'!'.repeat(1_000_000)}\nFINAL(x)`).content).toBe('x');
    const nest = '('.repeat(200_000) + ')'.repeat(200_000);
    expect(detectFinalInText(`FINAL(${nest})`).content).toBe(nest);
  });
});

describe('parseCodeBlocks', () => {
  it('reads a fence of a hundred thousand backticks', () => {
    const fence = '`'.repeat(100_000);
    expect(parseCodeBlocks(`${fence}repl\nx = 1\n${fence}`)).toMatchObject([{ code: 'x = 1' }]);
  });
});

describe('a reply with more calls or blocks than a model writes', () => {
  it('counts its first 1,000 calls', () => {
    const text = `${'FINAL(a) \n'.repeat(999)}FINAL(last)\nFINAL(more)`;
    expect(detectFinalInText(text, { prefer: 'last' }).content).toBe('last');
  });

  it('counts nothing after its first 1,000 blocks', () => {
    const block = '```repl\nx = 1\n```\n';
    const text = `${block.repeat(1_001)}\nFINAL(a)`;
    expect(parseCodeBlocks(text)).toHaveLength(1_000);
    expect(detectFinalInText(text).detected).toBe(false);
    expect(detectFinalInText(`${block.repeat(1_000)}\nFINAL(a)`).content).toBe('a');
  });
});
