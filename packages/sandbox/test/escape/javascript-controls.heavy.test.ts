import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { layBait, type Bait } from './bait.js';
import { attemptsThatWorkInNode, escapeAttempts } from './javascript-attempts.js';

let bait: Bait;
beforeAll(async () => {
  bait = await layBait();
});
afterAll(() => {
  bait.remove();
});

// That an attempt reaches nothing says something only where it would reach something elsewhere.
describe('the same attempts in plain Node.js', () => {
  const prelude = `
    const print = (...values) => console.log(...values);
    const llm_query = async () => 'ok', fail = async () => { throw new Error('no') }, FINAL = () => {};`;

  it.each(attemptsThatWorkInNode)('%s gets out', async (name) => {
    const source = `${prelude}\n(async () => { ${bait.tell(escapeAttempts[name] ?? '')} })().finally(() => process.exit())`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', source]);
    rmSync(`${bait.secretFile}.new`, { force: true });
    expect(stdout).toContain('ESCAPED');
  });
});
