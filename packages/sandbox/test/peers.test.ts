import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { pyodideVersions } from '../src/pyodide/locate.js';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { dependencies, peerDependencies, devDependencies } = JSON.parse(manifest) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

describe('the interpreters', () => {
  it('of quickjs() is a dependency of the one version whose JavaScript is bundled', () => {
    expect(dependencies['quickjs-wasi']).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it.each(Object.entries(peerDependencies))(
    'are tested in the newest version of the range: %s',
    (name, range) => {
      expect(range.split('<=')[1]).toBe(devDependencies[name]);
    },
  );

  it('have a range for Pyodide of the versions that the seal knows', () => {
    const [oldest = '', newest = ''] = [pyodideVersions[0], pyodideVersions.at(-1)];
    expect(peerDependencies['pyodide']).toBe(`>=${oldest} <=${newest}`);
  });
});
