/**
 * Records how a run is killed and goes on: starts ask-reports.mjs, plays its model, kills it with `kill -9` when a sub-query is
 * under way, and starts it again. Writes what both printed as an animated picture. Needs a build:
 *
 *   node apps/playground/scripts/record-resume.mjs docs/images/resume.svg
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('ask-reports.mjs', import.meta.url));
const replies = {
  'step 1': '```js\nprint(Object.keys(context))\n```',
  'step 2':
    '```js\nconst above = [];\nfor (const [year, report] of Object.entries(context))\n  if ((await llm_query(`${year}: above the plan? ${report}`)) === "yes") above.push(year);\n```',
  'step 3': '```js\nFINAL(above.join(" and "))\n```',
};
/** @param {string} asked */
const replyTo = (asked) => replies[asked] ?? (['2022', '2025'].includes(asked) ? 'yes' : 'no');

/**
 * Runs the program until it ends, or until it asks what the kill waits for.
 *
 * @param {string} folder Where its journal is.
 * @param {string} [killAt] What it has asked when it is killed, instead of getting a reply.
 * @returns {Promise<{ printed: string[], calls: number }>}
 */
async function runProgram(folder, killAt) {
  let calls = 0;
  const server = createServer((request, response) => {
    calls++;
    void text(request).then((asked) =>
      asked === killAt ? child.kill('SIGKILL') : response.end(replyTo(asked)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  const child = spawn(process.execPath, [program, folder, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed, [status, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  server.close();
  server.closeAllConnections();
  const expected = killAt === undefined ? status === 0 : signal === 'SIGKILL';
  if (!expected) throw new Error(`The program ended with ${status ?? signal}: ${printed}`);
  return { printed: printed.trimEnd().split('\n'), calls };
}

/** @returns {Promise<{ style: string, text: string, comment?: string }[]>} The lines of the terminal. */
async function record() {
  const folder = mkdtempSync(join(tmpdir(), 'rlm-recording-'));
  try {
    const first = await runProgram(folder, '2024');
    const second = await runProgram(folder);
    const start = { style: 'typed', text: '$ node ask-reports.mjs' };
    const lines = (printed) => printed.map((line) => ({ style: 'said', text: line }));
    return [
      start,
      ...lines(first.printed),
      { style: 'killed', text: 'Killed', comment: '# kill -9, before the reply came' },
      start,
      ...lines(second.printed.slice(0, -1)),
      { style: 'answer', text: second.printed.at(-1) ?? '' },
      {
        style: 'comment',
        text: `# ${first.calls} calls, then ${second.calls}: only the one under way was made again`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const escape = (line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Seconds for which all lines are shown, and after which the next one comes. */
const [whole, each] = [6, 0.7];

/** Draws a terminal that first shows all lines, and then one after another, again and again. */
function draw(lines) {
  const seconds = whole + each * lines.length;
  const percentOf = (time) => `${((100 * time) / seconds).toFixed(1)}%`;
  const height = 20 * lines.length + 24;
  const rows = lines.map(({ style, text: line, comment = '' }, index) => {
    const tail = comment && `  <tspan class="comment">${escape(comment)}</tspan>`;
    return `<text class="${style}" style="animation-name:l${index}" x="16" y="${28 + 20 * index}">${escape(line)}${tail}</text>`;
  });
  const frames = lines.map(
    (_, index) =>
      `@keyframes l${index}{${percentOf(whole)}{opacity:0}${percentOf(whole + each * index + 0.1)}{opacity:1}}`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 ${height}" width="640" height="${height}" role="img" aria-labelledby="title">
<title id="title">${escape(lines.map((line) => line.text.trim()).join('; '))}</title>
<style>
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre;fill:#c9d1d9}
.typed{fill:#79c0ff}.killed{fill:#ff7b72}.answer{fill:#7ee787}.comment{fill:#8b949e}
@media (prefers-reduced-motion:no-preference){text{animation:${seconds}s step-end infinite}}
${frames.join('\n')}
</style>
<rect x=".5" y=".5" width="639" height="${height - 1}" rx="8" fill="#0d1117" stroke="#6e7681"/>
${rows.join('\n')}
</svg>
`;
}

const [, , file] = process.argv;
if (file === undefined) throw new Error('Expected the path of the picture.');
writeFileSync(file, draw(await record()));
