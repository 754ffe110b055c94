import { describe, expect, it } from 'vitest';

import { mapFaults, unpack } from './unpacked.js';
import { inModules, packageNames } from './workspace-registry.js';

/** Text that only the machine that built the package would understand. */
const workspace = new URL('../../../', import.meta.url).pathname;

describe.each([...packageNames, 'playground'])('the tarball of @rlm/%s', (name) => {
  const files = unpack(inModules(`@rlm/${name}/.pack/package.tgz`));

  it('has its licence, its README and its manifest', () => {
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'package.json']),
    );
  });

  it('has every source that its source maps name, once', () => {
    expect(mapFaults(files)).toEqual([]);
  });

  it('names no folder of the machine that built it', () => {
    const wrong = [...files].filter(([, text]) => text.includes(workspace));
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  it('has no test, benchmark or setting of ours', () => {
    const kinds = /^(?:test|bench)\/|\.test\.|^(?:tsconfig|tsup|vitest)/;
    expect([...files.keys()].filter((path) => kinds.test(path))).toEqual([]);
  });
});
