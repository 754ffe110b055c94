/**
 * How many events a second `rlm serve` sends to one reader and to twenty, beside a loop of `node:http` that writes the same lines
 * as server-sent events. Both are processes of their own; the events are those of the scripted tour, read again and again.
 * Reads the built app: `pnpm build && node bench/serve.bench.mjs` here.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rounds = 7;
const readsARound = 40;

if (process.argv[2] === 'plain') plainServer(process.argv[3]);
else await measure();

/** The loop: every line is an event, and the next is written when the connection takes it. */
function plainServer(file) {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);
  const server = createServer(async (request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [id, line] of lines.entries()) {
      if (!response.write(`id: ${id}\ndata: ${line}\n\n`)) await once(response, 'drain');
    }
    response.end('event: end\ndata: {}\n\n');
  });
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
}

async function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'rlm-bench-'));
  const command = fileURLToPath(new URL('../bin/rlm.mjs', import.meta.url));
  const rlm = await start([command, 'serve', '--port', '0', '--runs', folder]);
  const { origin, hash } = new URL(rlm.address);
  const headers = { authorization: `Bearer ${hash.replace('#token=', '')}` };
  const json = { ...headers, 'content-type': 'application/json' };
  const body = JSON.stringify({ question: 'The tour.', texts: [], model: 'tour' });
  const begun = await fetch(`${origin}/api/runs`, { method: 'POST', headers: json, body });
  const path = `${origin}/api/runs/${(await begun.json()).id}`;
  await read(`${path}/events`, headers);
  const trajectory = await (await fetch(`${path}/trajectory`, { headers })).text();
  writeFileSync(join(folder, 'tour.jsonl'), trajectory);
  const events = trajectory.trimEnd().split('\n').length - 1;
  const plain = await start([process.argv[1], 'plain', join(folder, 'tour.jsonl')]);

  console.log(
    `${events} events, ${Math.round(trajectory.length / 1024)} kB; the median of ${rounds} rounds`,
  );
  for (const readers of [1, 20]) {
    const rates = { rlm: [], plain: [] };
    for (let round = -1; round < rounds; round += 1) {
      for (const [name, url] of [
        ['rlm', `${path}/events`],
        ['plain', plain.address],
      ]) {
        const begin = performance.now();
        await Promise.all(Array.from({ length: readers }, () => readOften(url, headers, readers)));
        const seconds = (performance.now() - begin) / 1_000;
        // The first round is for the compiler.
        if (round >= 0) rates[name].push((events * readsARound) / seconds);
      }
    }
    const [ours, theirs] = [median(rates.rlm), median(rates.plain)];
    console.log(
      `${String(readers).padStart(2)} readers: ${grouped(ours)} events a second in all; node:http ${grouped(theirs)}; ${(ours / theirs).toFixed(2)} times as many`,
    );
  }
  for (const { child } of [rlm, plain]) child.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function start(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [data] = await once(child.stdout, 'data');
  return { child, address: String(data).trim() };
}

async function readOften(url, headers, readers) {
  for (let count = 0; count < readsARound / readers; count += 1) await read(url, headers);
}

/** Reads to the end, and looks at nothing. */
function read(url, headers) {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.resume();
      response.on('end', resolve);
    }).on('error', reject);
  });
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

function grouped(value) {
  return Math.round(value).toLocaleString('en-US');
}
