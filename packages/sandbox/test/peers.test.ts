import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

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

  it('of pyodide() is a peer of any version with its Python, and is tested in one of them', () => {
    expect(peerDependencies).toEqual({ pyodide: '^314.0.0' });
    expect(devDependencies['pyodide']).toMatch(/^314\./);
  });
});
