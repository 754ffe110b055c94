import { describe, expect, it } from 'vitest';

import {
  detectFinalInCode,
  detectFinalInText,
  extractCodeBlocks,
  parseCodeBlocks,
} from '../src/index.js';

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
  'open strings in fences': '```repl\n"""\n',
  'comments and thoughts': '<!--<think>',
  submits: 'SUBMIT(a=',
  conditions: 'if will now ',
};

/** The median of several processor times, in milliseconds: other work on the machine is not in them. */
function medianTime(action: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    action();
    return process.cpuUsage(start).user / 1000;
  });
  return times.sort((a, b) => a - b)[2] ?? 0;
}

const calls: Readonly<Record<string, (text: string) => unknown>> = {
  detectFinalInText,
  extractCodeBlocks: (text) => extractCodeBlocks(text),
  detectFinalInCode: (text) => detectFinalInCode(text),
  'detectFinalInCode of JavaScript': (text) => detectFinalInCode(text, { language: 'javascript' }),
};

describe.each(Object.entries(calls))('%s', (_name, call) => {
  it.each(Object.entries(hostile))('is linear in %s', (_kind, unit) => {
    const text = (length: number) => `${unit.repeat(Math.ceil(length / unit.length))}\nFINAL(x)`;
    const [small, large] = [text(16_000), text(64_000)];
    call(large);
    // Two doublings at once, each of which may triple the time: 9, where quadratic work takes 16.
    // Memory being freed can spoil a measurement, so one good one of five is enough.
    let ratio = Infinity;
    for (let attempt = 0; attempt < 5 && ratio > 9; attempt++) {
      const before = medianTime(() => call(small));
      ratio = Math.min(ratio, medianTime(() => call(large)) / Math.max(before, 0.1));
    }
    expect(ratio).toBeLessThanOrEqual(9);
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
