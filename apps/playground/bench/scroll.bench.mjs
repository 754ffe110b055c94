// How smoothly a trajectory of 5,000 events scrolls in Chromium: `npm run bench`, behind `npm run build`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';
import { runnerImport } from 'vite';

const events = Number(process.argv[2] ?? 5_000);
const inPackage = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Rolls through all of the timeline, and back, and measures each frame. */
async function roll() {
  const timeline = document.querySelector('.timeline');
  const long = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) long.push(duration);
  }).observe({ entryTypes: ['longtask'] });
  const frames = [];
  const frame = () => new Promise(requestAnimationFrame);
  for (const direction of [1, -1]) {
    let still = 0;
    let last = await frame();
    while (still < 3) {
      const before = timeline.scrollTop;
      // A quick flick: half of the window in each frame.
      timeline.scrollTop += (direction * timeline.clientHeight) / 2;
      still = timeline.scrollTop === before ? still + 1 : 0;
      const now = await frame();
      frames.push(now - last);
      last = now;
    }
  }
  return { frames, long, rows: timeline.querySelectorAll('li').length };
}

async function openPage() {
  const folder = await mkdtemp(join(tmpdir(), 'rlm-scroll-'));
  const server = spawn(process.execPath, [
    inPackage('bin/rlm.mjs'),
    ...['serve', '--port', '0', '--runs', folder],
  ]);
  const [address] = await once(createInterface(server.stdout), 'line');
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(address);
  const close = async () => {
    await browser.close();
    server.kill('SIGINT');
    await once(server, 'exit');
    await rm(folder, { recursive: true });
  };
  return { page, close };
}

const { module } = await runnerImport(inPackage('test/support/long-run.ts'));
const header = JSON.stringify({ format: 'rlm-trajectory', version: 1 });
const lines = [header, ...module.longRun(events).map((event) => JSON.stringify(event))];
const { page, close } = await openPage();
try {
  await page.getByRole('link', { name: 'Open a file' }).click();
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'long.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(lines.join('\n')),
  });
  await page.getByText(`${events} events`).waitFor();
  // All queries of the step with the most of them, too.
  await page.keyboard.press('o');
  const { frames, long, rows } = await page.evaluate(roll);
  const mean = frames.reduce((sum, time) => sum + time, 0) / frames.length;
  const sorted = frames.toSorted((one, other) => one - other);
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(1);
  console.log(`${events} events, ${frames.length} frames, ${rows} rows in the page at the end`);
  console.log(`frame: mean ${mean.toFixed(1)} ms, 95 % under ${at(0.95)} ms, worst ${at(1)} ms`);
  console.log(
    `long tasks (over 50 ms): ${long.length}, worst ${Math.max(0, ...long).toFixed(0)} ms`,
  );
} finally {
  await close();
}
