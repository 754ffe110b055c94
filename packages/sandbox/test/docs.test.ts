import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { cpython } from '../src/cpython/index.js';
import type { SandboxBackend } from '../src/index.js';
import { pyodide } from '../src/pyodide/index.js';
import { quickjs } from '../src/quickjs/index.js';
import { leftOutCases } from '../src/conformance/left-out.js';

const heading = '## Cases of the conformance suite that it does not pass';
const backends: readonly SandboxBackend[] = [quickjs(), pyodide(), cpython()];

/** The rows of the table below the heading, by name; empty where the page says that there are none. */
function listedCases(name: string): Readonly<Record<string, string>> {
  const url = new URL(`../../../docs/sandbox/${name}.md`, import.meta.url);
  const section = readFileSync(url, 'utf8').split(heading)[1]?.split('\n## ')[0];
  if (section === undefined) throw new Error(`the page of ${name} has no such list`);
  const rows = [...section.matchAll(/^\| `(.+?)` +\| (.+?) +\|$/gm)];
  if (rows.length === 0) expect(section.trim()).toMatch(/^None/);
  return Object.fromEntries(rows.map(([, row = '', reason = '']) => [row, reason]));
}

describe('the pages of the backends', () => {
  it.each(backends)('$name: prints every case that is skipped, with its reason', (backend) => {
    expect(listedCases(backend.name)).toEqual(leftOutCases(backend));
  });
});
