import { emitKeypressEvents } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';

import type { Style } from '../render/style.js';
import { Pager, pagerStart, type Key, type Room } from './pager.js';
import type { Page } from './pages.js';

const enter = '\u001B[?1049h\u001B[?25l';
const leave = '\u001B[?25h\u001B[?1049l';
const fallback: Room = { columns: 80, rows: 24 };

/** Shows pages in a terminal until the reader quits; the screen is then as it was. */
export async function openPager(
  pages: readonly Page[],
  style: Style,
  { input, output }: { readonly input: ReadStream; readonly output: WriteStream },
): Promise<void> {
  const pager = new Pager(pages, style);
  let state = pagerStart;
  const room = (): Room => ({
    columns: output.columns || fallback.columns,
    rows: output.rows || fallback.rows,
  });
  const draw = (): void => {
    const rows = pager.draw(state, room()).map((row) => `${row}\u001B[0m\u001B[K`);
    output.write(`\u001B[H${rows.join('\r\n')}\u001B[J`);
  };
  emitKeypressEvents(input);
  input.setRawMode(true);
  output.write(enter);
  draw();
  await new Promise<void>((resolve) => {
    const end = (): void => {
      input.off('keypress', onKey).off('end', end);
      output.off('resize', draw);
      process.off('SIGTERM', end).off('SIGHUP', end);
      input.setRawMode(false);
      input.pause();
      output.write(leave);
      resolve();
    };
    const onKey = (_: unknown, key: Key): void => {
      state = pager.press(state, key, room());
      if (state.isOver) end();
      else draw();
    };
    input.on('keypress', onKey).once('end', end);
    output.on('resize', draw);
    process.once('SIGTERM', end).once('SIGHUP', end);
  });
}
