import { describe, expect, it } from 'vitest';

import { openLines } from '../../src/render/screen.js';
import { styleFor } from '../../src/render/style.js';

/** What is written to a terminal in an environment. */
function written(environment: Readonly<Record<string, string>>): string {
  let text = '';
  const terminal = { isTTY: true, columns: 80, write: (part: string) => (text += part) };
  const line = openLines(terminal, environment);
  line.follow({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) });
  line.print(`${styleFor(terminal, environment).bold('words')}\n`);
  line.close();
  return text;
}

describe('a terminal', () => {
  it('gets colours and a line of progress', () => {
    expect(written({ TERM: 'xterm' })).toContain('\u001B[1mwords\u001B[22m');
    expect(written({ TERM: 'xterm' })).toContain('starting · 0 s');
  });

  it('gets no escape where TERM is dumb', () => {
    expect(written({ TERM: 'dumb' })).toBe('words\n');
  });

  it('gets no colour where NO_COLOR is set', () => {
    expect(written({ NO_COLOR: '1' })).not.toContain('\u001B[1m');
  });
});
