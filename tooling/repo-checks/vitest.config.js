import { definePackageTests } from '@rlm/config/vitest';
import { BaseSequencer } from 'vitest/node';

/**
 * What measures memory collects garbage often, which takes three times as long once other files have the compiler's
 * programs in memory. So it comes first.
 */
class MemoryFirst extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files);
    const measures = (/** @type {import('vitest/node').TestSpecification} */ { moduleId }) =>
      Number(moduleId.endsWith('/promise.test.ts'));
    return sorted.sort((one, two) => measures(two) - measures(one));
  }
}

export default definePackageTests('repo-checks', {
  sequence: { sequencer: MemoryFirst, groupOrder: 0 },
});
