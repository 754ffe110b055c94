import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { findCommand } from '../../src/process/find-command.js';

const path = process.env['PATH'];
afterEach(() => {
  process.env['PATH'] = path;
});

it('finds no command in a folder that depends on where the process runs', () => {
  const folder = mkdtempSync(join(process.cwd(), 'node_modules', '.rlm-commands-'));
  try {
    const file = join(folder, 'rlm-command-of-a-project');
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o755);
    process.env['PATH'] = relative(process.cwd(), folder);
    expect(findCommand('rlm-command-of-a-project')).toBeUndefined();
    process.env['PATH'] = folder;
    expect(findCommand('rlm-command-of-a-project')).toBe(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('finds no command that is a folder', () => {
  expect(findCommand('/usr')).toBeUndefined();
});
