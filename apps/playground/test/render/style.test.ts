import { describe, expect, it } from 'vitest';

import { openStatusLine } from '../../src/render/status-line.js';
import { styleFor } from '../../src/render/style.js';

/** What is written to a terminal in an environment. */
function written(environment: Readonly<Record<string, string>>): string {
  let text = '';
  const terminal = { isTTY: true, columns: 80, write: (part: string) => (text += part) };
  const line = openStatusLine(terminal, environment);
  line.show('the model writes');
  line.print(`${styleFor(terminal, environment).bold('words')}\n`);
  line.close();
  return text;
}

describe('a terminal', () => {
  it('gets colours and a status line', () => {
    expect(written({ TERM: 'xterm' })).toContain('\u001B[1mwords\u001B[22m');
    expect(written({ TERM: 'xterm' })).toContain('the model writes');
  });

  it('gets no escape where TERM is dumb', () => {
    expect(written({ TERM: 'dumb' })).toBe('words\n');
  });

  it('gets no colour where NO_COLOR is set', () => {
    expect(written({ NO_COLOR: '1' })).not.toContain('\u001B[1m');
  });
});
