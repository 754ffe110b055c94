import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';

import * as sandbox from '../src/index.js';
import * as pyodide from '../src/pyodide/index.js';
import * as quickjs from '../src/quickjs/index.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? '');
const modules: Readonly<Record<string, object>> = {
  '@rlm/sandbox': sandbox,
  '@rlm/sandbox/pyodide': pyodide,
  '@rlm/sandbox/quickjs': quickjs,
};

describe('README', () => {
  it.each(blocks.filter((code) => !code.includes('myBackend')))(
    'has an example that prints what it says: %#',
    { timeout: 120_000 },
    async (code) => {
      const body = code
        .replace(/import \{ (\w+) \} from '([^']+)';/g, 'const { $1 } = modules["$2"];')
        .replaceAll(': string', '');
      const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
      try {
        // The README's own text is run, as its readers would run it.
        const run = compileFunction(`return (async () => {${body}})()`, ['modules']) as (
          known: typeof modules,
        ) => Promise<void>;
        await run(modules);
        const printed = log.mock.calls.map(([value]: unknown[]) =>
          typeof value === 'string' ? value.trim() : JSON.stringify(value),
        );
        const promised = /console\.log\(.*\); \/\/ (.*)/.exec(code)?.[1] ?? '';
        expect(printed.map(normalise)).toEqual([normalise(promised)]);
      } finally {
        log.mockRestore();
      }
    },
  );
});

function normalise(text: string): string {
  return text.replace(/["'\s]/g, '');
}
