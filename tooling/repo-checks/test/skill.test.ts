import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { root } from './workspace.js';

it('the skill for coding assistants is what `pnpm --filter @rlm/site skill` makes of the pages', () => {
  const made = join(tmpdir(), `skill-${process.pid}.md`);
  execFileSync('node', [`${root}tooling/site/llms.mjs`, made]);
  const committed = readFileSync(`${root}packages/runner/skills/rlm/SKILL.md`, 'utf8');
  expect(readFileSync(made, 'utf8')).toBe(committed);
});
