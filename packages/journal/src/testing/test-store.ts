import type { Tester } from '@rlm/repl-types/internal';

import type { RunStore } from '../store/run-store.js';
import { decisionCases } from './cases/decisions.js';
import { ownerCases } from './cases/owners.js';
import { endingCases } from './cases/endings.js';
import { forkCases } from './cases/forks.js';
import { headCases } from './cases/heads.js';
import { lineCases } from './cases/lines.js';
import { listCases } from './cases/lists.js';
import { noRecordsCases, recordCases } from './cases/records.js';
import { removalCases } from './cases/removals.js';
import type { StoreCase } from './store-case.js';

/** A kind of store. */
export interface StoreSuite {
  readonly name: string;
  /** Makes an empty store, for one case, and the function that ends it. */
  readonly open: () => Promise<{ readonly store: RunStore; readonly close: () => Promise<void> }>;
  /** Whether it keeps records, which a budget needs that spans processes. Default: false. */
  readonly hasRecords?: boolean;
}

const topics: Readonly<Record<string, readonly StoreCase[]>> = {
  lines: lineCases,
  heads: headCases,
  endings: endingCases,
  owners: ownerCases,
  decisions: decisionCases,
  forks: forkCases,
  lists: listCases,
  removals: removalCases,
};

/**
 * Describes the rules for every store of journals, with the caller's test runner.
 *
 * @example
 * import { describe, expect, it } from 'vitest';
 * testStore(
 *   { name: 'memory', open: async () => ({ store: memoryStore(), close: async () => {} }) },
 *   { describe, expect, it },
 * );
 */
export function testStore(
  { name, open, hasRecords = false }: StoreSuite,
  { describe, it, expect }: Tester,
): void {
  const records = hasRecords ? recordCases : noRecordsCases;
  describe(`${name} conforms`, () => {
    for (const [topic, cases] of Object.entries({ ...topics, records })) {
      describe(topic, () => {
        for (const each of cases) {
          it(each.name, async () => {
            const { store, close } = await open();
            try {
              await each.check({ store, expect });
            } finally {
              await close();
            }
          });
        }
      });
    }
  });
}
