import { type HostCase, testPromises } from '@rlm/config/host-cases';

import { lateCalls } from '../hostile/late-calls.js';
import { manyCalls, manyValues } from '../hostile/many-calls.js';
import { type HostileBackend, testHostile } from '../support/hostile-suite.js';
import { longCases, longCells, otherLongCells } from '../support/long-cells.js';

/**
 * Tests what docs/security.md promises of a backend, over all its hostile cells and over cases that every backend has.
 *
 * @param memoryBytes The limit of a guest that is called thousands of times.
 * @param more Cases of this backend alone.
 */
export async function testBackend(
  given: HostileBackend,
  memoryBytes: number,
  more: readonly HostCase[],
): Promise<void> {
  const { backend } = given;
  await testHostile(given, testPromises, [
    ...longCases(backend, [...longCells, ...otherLongCells]),
    ...manyCalls(backend, memoryBytes),
    manyValues(backend, memoryBytes),
    ...lateCalls(backend),
    ...more,
  ]);
}
