/* The time until the first Python session of new processes has answered: without a kept boot image, making one, with one. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = `
const { pyodide } = await import(${JSON.stringify(new URL('../dist/pyodide.js', import.meta.url).href)});
const startedAt = performance.now();
const session = await pyodide(JSON.parse(process.argv[1])).open();
await session.execute('print(1 + 1)');
const wallMs = performance.now() - startedAt;
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000 }));
await session.close();
`;

const folder = mkdtempSync(join(tmpdir(), 'rlm-first-session-'));
const rounds = 5;

/** @param {object} options */
function measure(options) {
  const args = ['--input-type=module', '-e', program, JSON.stringify(options)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

/** @param {string} name @param {() => { wallMs: number, cpuMs: number }} once */
function report(name, once) {
  const found = Array.from({ length: rounds }, once);
  /** @param {number[]} values */
  const median = (values) => Math.round(values.sort((a, b) => a - b)[rounds >> 1] ?? 0);
  const wall = median(found.map(({ wallMs }) => wallMs));
  const cpu = median(found.map(({ cpuMs }) => cpuMs));
  console.log(`${name}: ${wall} ms, of which ${cpu} ms of CPU (medians of ${rounds})`);
}

try {
  report('no image is kept', () => measure({ cacheFolder: false }));
  report('the first process with a folder', () => {
    rmSync(folder, { recursive: true, force: true });
    return measure({ cacheFolder: folder });
  });
  report('later processes', () => measure({ cacheFolder: folder }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
