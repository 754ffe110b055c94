import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { testPromises } from '@rlm/config/host-cases';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { type BundledHost, bundleHost } from '../../../sandbox/test/support/bundle-host.mjs';

const runner = join(import.meta.dirname, '../../src/index.ts');

/** A run in a process of its own, with the heap that Node.js gives it: cells that ask with 7.9 MB each time, as long as that takes. */
const program = `import { runRlm } from ${JSON.stringify(runner)};
import { scripted } from '@rlm/sandbox/scripted';
const sandbox = scripted([async (code, guest) => {
  for (let at = 0; at < 250; at += 1) await guest.call('llm_query', String(Math.random()).padEnd(7_900_000, 'a'));
  return { stdout: 'ok' };
}], { repeatLast: true });
let turn = 0;
const model = () => ((turn += 1) > 4 ? 'FINAL(done)' : '\`\`\`repl\\nx\\n\`\`\`');
const run = runRlm({ model, subModel: ({ messages }) => messages[0].content.slice(0, 900_000), sandbox, query: 'q', sandboxLimits: { cellMs: 1_800_000 } });
const { calls, finishReason } = await run.result;
let shortened = 0;
for await (const event of run) shortened += event.shortened ?? 0;
process.stdout.write(JSON.stringify({ calls: calls.sub, finishReason, shortened }));`;

interface Told {
  readonly calls: number;
  readonly finishReason: string;
  readonly shortened: number;
}

function play(file: string): Promise<{ readonly ended: string; readonly told: Partial<Told> }> {
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let told = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (told += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-500)));
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      const ended = code === 0 ? 'well' : `${String(signal ?? code)}: ${said}`;
      resolve({ ended, told: told === '' ? {} : (JSON.parse(told) as Told) });
    });
  });
}

describe('a host with the heap that Node.js gives it', () => {
  let host: BundledHost;
  beforeAll(async () => {
    host = await bundleHost(program);
  });
  afterAll(() => host.remove());

  testPromises([
    {
      name: '1,000 sub-queries of 7.9 MB, events not read',
      memoryBytes: 1024 ** 3,
      async run() {
        const { ended, told } = await play(host.file);
        expect(ended).toBe('well');
        expect(told).toMatchObject({ calls: 1_000, finishReason: 'final' });
        expect(told.shortened).toBeGreaterThan(1e9);
      },
    },
  ]);
});
