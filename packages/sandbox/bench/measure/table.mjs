import { sizes } from './texts.mjs';

/** What a row is called, in the order of the table. */
export const titles = {
  cold: 'cold: new process to first result',
  warm: 'warm: new session to first result',
  pooled: 'pooled: check-out to first result',
  cell: 'trivial cell',
  call: 'host call (mean of 1,000)',
  batch: '64 x 50 ms batched, 64 at once (ideal: 50)',
  snapshot: 'snapshot',
  restore: 'restore to first result',
  ...Object.fromEntries(
    sizes.flatMap((size) => [
      [`set${size}`, `set ${size} MB`],
      [`host${size}`, `set ${size} MB: the host process grew, MB`],
      [`children${size}`, `set ${size} MB: its child processes grew, MB`],
      [`regex${size}`, `regex over ${size} MB`],
      [`split${size}`, `split over ${size} MB`],
    ]),
  ),
};

/** A Markdown table of rows by column. */
export function renderTable(columns) {
  const names = Object.keys(columns);
  const lines = [`| | ${names.join(' | ')} |`, `|---|${names.map(() => '---:|').join('')}`];
  for (const [row, title] of Object.entries(titles)) {
    const values = names.map((name) => format(columns[name][row]));
    if (values.some((value) => value !== '')) lines.push(`| ${title} | ${values.join(' | ')} |`);
  }
  return lines.join('\n');
}

/** A number as it is printed: three digits below ten. */
export function format(value) {
  if (value === undefined) return '';
  return value.toFixed(Math.abs(value) < 10 ? 3 : 0);
}
