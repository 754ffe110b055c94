import type { ModelFunction } from '@rlm/kernel/model';
import { describe, expect, it } from 'vitest';

import { fitWidth, widthOf, wrapText } from '../../src/view/text/fit-width.js';
import { toJsonLine } from '../../src/render/json-line.js';
import { indent, oneLine } from '../../src/view/text/numbers.js';
import { plainText } from '../../src/view/text/plain-text.js';
import { createRunRenderer } from '../../src/render/run-renderer.js';
import { statusText } from '../../src/render/status-text.js';
import { openStatusLine } from '../../src/render/status-line.js';
import { styleFor, type Output } from '../../src/render/style.js';
import { addEvents, emptyTree } from '../../src/view/add-event.js';
import { cell, eventsOf } from '../support/example-runs.js';
import type { ViewEvent } from '../../src/view/run-view.js';
import { longRun } from '../support/long-run.js';

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

describe('a status line', () => {
  /** What is written to a terminal of so many columns. */
  function written(
    act: (line: ReturnType<typeof openStatusLine>, terminal: { columns: number }) => void,
  ): string {
    let text = '';
    const terminal = { isTTY: true, columns: 40, write: (part: string) => (text += part) };
    const line = openStatusLine(terminal, { TERM: 'xterm' });
    act(line, terminal);
    line.close();
    return text;
  }

  it('stays within the terminal, and clears all that a narrower window made of it', () => {
    const wide = '汉'.repeat(100);
    const [first = '', second = ''] = written((line, terminal) => {
      line.show(wide);
      terminal.columns = 10;
      line.print('words\n');
    }).split('words');
    const [drawn = '', cleared = ''] = first.split('\r');
    expect(drawn).toMatch(/^\| 汉+$/u);
    expect(widthOf(drawn)).toBe(38);
    expect(cleared).toBe('\u001B[3A\u001B[J');
    expect(widthOf(second.split('\u001B')[0] ?? '')).toBeLessThan(10);
  });

  it('prints code, output and prose in the width of the terminal, at word ends, each row with its margin', () => {
    const words = 'the quick brown fox jumps over the lazy dog';
    const text = written((line) => {
      line.print(`  | if (fox) {\n  |   return "${words}";\n  > ${words}\n  ${words}\n`);
    });
    expect(text.split('\n')).toEqual([
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

  it('shows escapes that stand in it', () => {
    expect(
      written((line) => {
        line.show('\u001B]0;x\u0007');
      }),
    ).toContain('␛]0;x␇');
  });

  it.each([true, false])(
    'prints colours, and shows other escapes, on a terminal or not: %s',
    (isTTY) => {
      let text = '';
      const line = openStatusLine(
        { isTTY, columns: 40, write: (part: string) => (text += part) },
        { TERM: 'xterm' },
      );
      line.print('\u001B[1mQuestion:\u001B[22m a\u001B]52;c;QQ==\u0007\u001B[2J\r\u009B2Jb\n');
      line.close();
      expect(text).toBe('\u001B[1mQuestion:\u001B[22m a␛]52;c;QQ==␇␛[2J␍\\u{9b}2Jb\n');
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

describe('statusText', () => {
  const all = longRun(2000);
  const viewTo = (isIt: (event: (typeof all)[number]) => boolean) =>
    addEvents(emptyTree, all.slice(0, all.findIndex(isIt) + 20));

  it('tells the step, what happens, sub-queries as a bar, and time', () => {
    const asking = viewTo(({ type }) => type === 'query-end');
    const text = statusText(asking, 2500, 200, 0);
    expect(text).toMatch(/^step 1 of 2000 · .* · sub-queries \[#+-+\] \d+\/\d+ · 2\.5 s/);
    expect(
      statusText(
        viewTo(({ type }) => type === 'text-delta'),
        0,
        200,
        0,
      ),
    ).toContain('the model writes (');
  });

  it('counts down to the next attempt of a call that failed', () => {
    const origin = { runId: 'root', parentId: null, depth: 0, step: 1 };
    const failed = (more: object): ViewEvent => ({
      ...origin,
      type: 'retry',
      ...{ kind: 'model', attempt: 1, maxAttempts: 3, waitMs: 15_000, untilMs: 20_000 },
      ...{ error: { code: 'provider_recoverable_error', message: 'HTTP 429: Rate limit reached' } },
      ...more,
    });
    const begun = addEvents(emptyTree, [
      { ...origin, type: 'run-start' },
      { ...origin, type: 'step-start' },
      { ...origin, type: 'model-start' },
      failed({}),
    ]);
    const said = 'HTTP 429: Rate limit reached (attempt 1 of 3)';
    expect(statusText(begun, 0, 200, 5_000)).toContain(`again in 15 s: ${said}`);
    expect(statusText(begun, 0, 200, 19_999)).toContain(`again in 1 s: ${said}`);
    expect(statusText(begun, 0, 200, 20_000)).toContain('the model writes');
    const queries = [failed({ kind: 'sub-query', untilMs: 9_000 }), failed({ kind: 'sub-query' })];
    expect(statusText(addEvents(emptyTree, queries), 0, 200, 8_000)).toMatch(
      /\b2 sub-queries .*\bagain in 12 s\b/,
    );
  });

  it('leaves out what does not fit, and says something in any width', () => {
    const view = addEvents(emptyTree, all.slice(0, 1500));
    for (let columns = 1; columns < 120; columns += 1) {
      const text = statusText(view, 2500, columns, 0);
      expect(text).not.toBe('');
      if (columns > 20) expect(widthOf(text)).toBeLessThanOrEqual(columns);
    }
    expect(statusText(emptyTree, 0, 80, 0)).toBe('');
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
    const line = openStatusLine(output, { TERM: 'xterm', NO_COLOR: '1' });
    const renderer = createRunRenderer(line, styleFor(output, { NO_COLOR: '1' }));
    const events = await eventsOf(replies, {
      ...{ subModel, context: 'a', retry: { attempts: 1 } },
    });
    for (const event of events) {
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

  it('says in one line how many events are missing, and where', () => {
    let text = '';
    const output: Output = { isTTY: false, columns: 80, write: (part: string) => (text += part) };
    const renderer = createRunRenderer(
      openStatusLine(output, { TERM: 'xterm' }),
      styleFor(output, { NO_COLOR: '1' }),
    );
    const origin = { runId: 'r', parentId: null, depth: 0, step: 1 };
    renderer.event({ ...origin, type: 'step-start' });
    renderer.event({ ...origin, type: 'events-dropped', count: 1_234, bytes: 9 });
    renderer.event({ ...origin, type: 'events-dropped', count: 1, bytes: 9 });
    const why = 'missing here: more came than are kept for a slow reader';
    expect(text).toContain(`\n  1,234 events are ${why}\n  1 event is ${why}\n`);
  });

  it('writes to a terminal none but its own, and counts sub-queries that are many', async () => {
    const text = await render(true);
    const own = '\r\u001B[J';
    expect(text.replaceAll(own, '')).not.toMatch(steering);
    expect(text).toContain('4 more sub-queries\n');
    expect(text).toMatch(/step 2 of \d+/);
  });
});
