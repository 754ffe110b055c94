import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { backends, filesBelow, read, root } from './workspace.js';

/** Backends that run code; `scripted` plays a script. */
const running = backends.filter((name) => name !== 'scripted');

/** The files in which every backend that runs code must be named, and how each names it. */
const lists: Readonly<Record<string, (name: string) => string>> = {
  'packages/sandbox/README.md': (name) => `| \`@rlm/sandbox/${name}\` `,
  'README.md': (name) => `\`/${name}\``,
  'docs/bundling.md': (name) => `| \`${name}\` `,
  'docs/runtimes.md': (name) => `\`${name}()\``,
  'docs/security.md': (name) => `\`${name}()\``,
  'packages/sandbox/test/docs.test.ts': (name) => `${name}()`,
  'packages/sandbox/test/options.test.ts': (name) => `call: ${name},`,
  'packages/sandbox/test/fuzz.heavy.test.ts': (name) => `'${name}'`,
  'packages/sandbox/test/hostile/time.heavy.test.ts': (name) => `/src/${name}/index.js'`,
  'packages/sandbox/test/hostile/many-calls.heavy.test.ts': (name) => `  ${name}: `,
  'packages/sandbox/test/hostile/sums.heavy.test.ts': (name) => `  ['${name}', `,
  'packages/sandbox/test/support/long-cells.ts': (name) => `/src/${name}/index.js'`,
  'packages/sandbox/test/support/aborted-starts.ts': (name) => `['${name}`,
  'packages/sandbox/bench/fuzz.mjs': (name) => `'${name}'`,
  'packages/sandbox/bench/fuzz/host.mjs': (name) => `  ${name}: `,
  'packages/runner/test/hostile/backends.ts': (name) => `${name}()`,
  'packages/runner/test/prompt/first-prompt.test.ts': (name) => `${name}()`,
  'packages/runner/test/turn/hints-suite.ts': (name) => `[${name}(`,
};

describe.each(Object.entries(lists))('the list of backends in %s', (path, line) => {
  it('is complete', () => {
    const text = read(path);
    expect(running.filter((name) => !text.includes(line(name)))).toEqual([]);
  });
});

it.each(backends)('the backend %s has a page in docs/sandbox', (name) => {
  expect(existsSync(join(root, `docs/sandbox/${name}.md`))).toBe(true);
});

it.each(backends)('the backend %s has rows in the table of the promise', (name) => {
  expect(read('docs/security.md')).toMatch(new RegExp(`^\\| ${name} +\\| 1 host ended`, 'm'));
});

const tests = filesBelow('packages/sandbox/test')
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => ({ path, text: read(path) }));

describe.each(running)('the backend %s', (name) => {
  it.each([
    ['testSandbox', 'the conformance suite'],
    ['testHostile', 'the hostile suite'],
  ])('calls %s: %s', (suite) => {
    const isCalled = tests.some(
      ({ path, text }) =>
        text.includes(`${suite}(`) &&
        (path.includes(`/${name}/`) || text.includes(`/src/${name}/index.js'`)),
    );
    expect(isCalled).toBe(true);
  });
});
