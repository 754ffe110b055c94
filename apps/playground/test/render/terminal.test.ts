import type { ModelFunction } from '@rlm/kernel/model';
import type { RlmEvent } from '@rlm/runner';
import { describe, expect, it } from 'vitest';

import { fitWidth, widthOf, wrapText } from '../../src/view/text/fit-width.js';
import { toJsonLine } from '../../src/render/json-line.js';
import { indent, oneLine } from '../../src/view/text/numbers.js';
import { plainText } from '../../src/view/text/plain-text.js';
import { createRunRenderer } from '../../src/render/run-renderer.js';
import { openLines } from '../../src/render/screen.js';
import { styleFor, type Output } from '../../src/render/style.js';
import { wrapFor } from '../../src/render/wrap-for.js';
import { cell, eventsOf } from '../support/example-runs.js';

/** Control characters, but for line breaks and tabs. */
const steering = /[^\P{Cc}\n\t]/u;

describe('plainText', () => {
  it.each([
    ['\u001B]0;title\u0007', '\u241B]0;title\u2407'],
    ['\u001B[2J\u001B[H', '\u241B[2J\u241B[H'],
    ['\u009B31m', '\\u{9b}31m'],
    ['a\rb\bc\u007F', 'a\u240Db\u2408c\u2421'],
    ['one\r\ntwo\tthree\n', 'one\ntwo\tthree\n'],
    ['\u202Egnp.exe', '\\u{202e}gnp.exe'],
    ['Ünï 汉字 👩‍👩‍👧', 'Ünï 汉字 👩‍👩‍👧'],
  ])('shows what would steer a terminal: %j', (text, shown) => {
    expect(plainText(text)).toBe(shown);
    expect(indent(text, '> ')).not.toMatch(steering);
    expect(oneLine(text, 80)).not.toMatch(/[^\P{Cc}]/u);
  });
});

describe('fitWidth and wrapText', () => {
  it('count columns, of which a wide character takes two', () => {
    expect(widthOf('汉字ab')).toBe(6);
    expect(fitWidth('汉字ab', 5)).toBe('汉字a');
    expect(fitWidth('汉字ab', 3)).toBe('汉');
    expect(fitWidth('a long line', 6, '...')).toBe('a l...');
    expect(oneLine('汉'.repeat(50), 11)).toBe(`${'汉'.repeat(4)}...`);
  });

  it('break between words, and within a word that is too long', () => {
    expect(wrapText('one two three\nfour', 9)).toEqual(['one two', 'three', 'four']);
    expect(wrapText('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
    expect(wrapText('汉字汉字', 5)).toEqual(['汉字', '汉字']);
    expect(wrapText('汉', 1)).toEqual(['汉']);
    expect(wrapText('  > one two three', 10)).toEqual(['  > one', '  > two', '  > three']);
    expect(wrapText('', 5)).toEqual(['']);
    expect(wrapText('x'.repeat(100_000), 100)).toHaveLength(1000);
  });
});

describe('styleFor', () => {
  const pipe: Output = { write: () => true };
  const terminal: Output = { ...pipe, isTTY: true };
  it.each([
    ['a terminal', terminal, { TERM: 'xterm' }, true],
    ['a pipe', pipe, { TERM: 'xterm' }, false],
    ['TERM=dumb', terminal, { TERM: 'dumb' }, false],
    ['NO_COLOR', terminal, { NO_COLOR: '1' }, false],
    ['an empty NO_COLOR', terminal, { NO_COLOR: '' }, true],
    ['FORCE_COLOR in a pipe', pipe, { FORCE_COLOR: '1' }, true],
    ['FORCE_COLOR beside NO_COLOR', pipe, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    ['FORCE_COLOR=0', terminal, { FORCE_COLOR: '0', TERM: 'xterm' }, false],
  ])('colours as the output and the environment say: %s', (_, output, environment, coloured) => {
    expect(styleFor(output, environment).bold('x')).toBe(coloured ? '\u001B[1mx\u001B[22m' : 'x');
  });
});

describe('printed lines', () => {
  const open = (isTTY: boolean, columns = 40) => {
    let text = '';
    const output = { isTTY, columns, write: (part: string) => (text += part) };
    return { line: openLines(output, { TERM: 'xterm' }), read: () => text };
  };

  it('have the width of the terminal, with breaks at word ends, each row with its margin', () => {
    const words = 'the quick brown fox jumps over the lazy dog';
    const { line, read } = open(true);
    line.print(`  | if (fox) {\n  |   return "${words}";\n  > ${words}\n  ${words}\n`);
    expect(read().split('\n')).toEqual([
      '  | if (fox) {',
      '  |   return "the quick brown fox jumps',
      '  |   over the lazy dog";',
      '  > the quick brown fox jumps over the',
      '  > lazy dog',
      '  the quick brown fox jumps over the',
      '  lazy dog',
      '',
    ]);
  });

  it('keep their words whole on a terminal that says it has 0 columns', () => {
    const { line, read } = open(true, 0);
    const words = 'the quick brown fox jumps over the lazy dog\n';
    line.print(words);
    expect(read()).toBe(words);
    expect(wrapFor({ isTTY: true, columns: 0, write: () => true }, words)).toBe(words);
  });

  it.each([true, false])(
    'have colours, and show other escapes, on a terminal or not: %s',
    (isTTY) => {
      const { line, read } = open(isTTY);
      line.print('\u001B[1mQuestion:\u001B[22m a\u001B]52;c;QQ==\u0007\u001B[2J\r\u009B2Jb\n');
      expect(read()).toBe('\u001B[1mQuestion:\u001B[22m a␛]52;c;QQ==␇␛[2J␍\\u{9b}2Jb\n');
    },
  );
});

describe('toJsonLine', () => {
  it('is the same JSON without what steers a terminal', () => {
    const value = { text: 'a\u001B[2J\u009B2J\u202Eb\u2028c\u007F' };
    const line = toJsonLine(value);
    expect(line).not.toMatch(/[\p{Cc}\u2028\u202E]/u);
    expect(JSON.parse(line)).toEqual(value);
  });
});

describe('createRunRenderer', () => {
  const escape = '\\u001b]0;owned\\u0007\\u001b[2J';
  const hostile = [
    cell(
      `print("${escape}"); console.error("${escape}"); await llm_query("${escape}"); throw new Error("${escape}")`,
      '\u001B[31mred',
    ),
    cell('print(await llm_query_batched(Array.from({ length: 12 }, (_, n) => "part " + n)))'),
    cell(`const name = "${escape}"; FINAL(name)`),
  ];
  const render = async (
    isLive: boolean,
    replies: readonly string[] = hostile,
    subModel: ModelFunction = () => '\u001B[31mred\u0007',
  ): Promise<string> => {
    let text = '';
    const output: Output = { isTTY: isLive, columns: 80, write: (part: string) => (text += part) };
    const line = openLines(output, { TERM: 'xterm', NO_COLOR: '1' });
    const style = styleFor(output, { NO_COLOR: '1' });
    const renderer = createRunRenderer({ line, style, isVerbose: !isLive });
    const events = await eventsOf(replies, {
      ...{ subModel, context: 'a', retry: { attempts: 1 } },
    });
    const read = async function* (): AsyncGenerator<RlmEvent> {
      yield* events;
    };
    line.follow(read());
    for await (const event of read()) {
      renderer.event(event);
      if (event.type === 'run-end') {
        renderer.result(
          event.result,
          [{ document: '\u001B[1m', start: 0, end: 1, quote: '\u001B[1m', verified: true }],
          { contextChars: 1, promptChars: 1, model: '\u001B[1m' },
        );
      }
    }
    line.close();
    return text;
  };

  it('writes no escape in a pipe, whatever model, code and sub-models write', async () => {
    const text = await render(false);
    expect(text).not.toMatch(steering);
    expect(text).toContain('> ␛]0;owned␇␛[2J');
    expect(text).toContain('llm_query (');
    expect(text.match(/part \d|llm_query_batched|llm_query \(/g)?.length).toBeGreaterThan(12);
    expect(text).toContain('Answer: ␛]0;owned␇␛[2J');
  });

  it('notes below the answer that sub-queries failed, without what steers a terminal', async () => {
    const parts = cell('FINAL(await llm_query_batched(["one", "two"]))');
    const text = await render(false, [parts], ({ messages }) => {
      if (messages.at(-1)?.content === 'two')
        throw Object.assign(new Error('the key \u001B[2Jis old'), { status: 401 });
      return 'yes';
    });
    expect(text).not.toMatch(steering);
    expect(text).toMatch(/Answer: [^]*\nNote: 1 of 2\b.*\bprovider_error 401: 1\b.*the key is old/);
  });

  it('says in one line how many events are missing, and that a run waits', () => {
    let text = '';
    const output: Output = { isTTY: false, columns: 80, write: (part: string) => (text += part) };
    const renderer = createRunRenderer({
      line: openLines(output, { TERM: 'xterm' }),
      style: styleFor(output, { NO_COLOR: '1' }),
      isVerbose: false,
    });
    const origin = { runId: 'r', parentId: null, depth: 0, step: 1 };
    renderer.event({ ...origin, type: 'step-start' });
    renderer.event({ ...origin, type: 'events-dropped', count: 1_234, bytes: 9 });
    renderer.event({ ...origin, type: 'events-dropped', count: 1, bytes: 9 });
    renderer.event({ ...origin, type: 'session-wait', backend: 'quickjs', max: 4, waiting: 1 });
    const why = 'missing here: more came than are kept for a slow reader';
    expect(text).toContain(`\n  1,234 events are ${why}\n  1 event is ${why}\n`);
    expect(text).toContain('waits for a session: all 4 of quickjs are in use, 1 run waits');
  });

  it('folds long code, unless all of it is asked for', async () => {
    const longCell = cell(`${'// why\n'.repeat(10)}FINAL('done')`);
    const folded = await render(true, [longCell]);
    expect(folded.match(/\| \/\/ why/g)).toHaveLength(3);
    expect(folded).toContain('  | ... 8 more lines: --verbose\n');
    expect((await render(false, [longCell])).match(/\| \/\/ why/g)).toHaveLength(10);
  });

  it('writes to a terminal none but its own, and counts sub-queries that are many', async () => {
    const text = await render(true);
    const own = '\r\u001B[J';
    expect(text.replaceAll(own, '')).not.toMatch(steering);
    expect(text).toContain('9 more sub-queries\n');
    expect(text).toContain('step 2 of 30 · ');
  });
});
