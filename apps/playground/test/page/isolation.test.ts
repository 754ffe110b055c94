import { describe, expect, it } from 'vitest';

import { openTestServer } from '../support/serve-client.js';
import { closePages, noBrowser, openContext, openPage } from './browser.js';
import { inPackage } from './open-house.js';

const note = noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`;

describe.skipIf(noBrowser !== undefined)(
  `isolation on the page${note}`,
  { timeout: 120_000 },
  () => {
    it.each([
      ['is one line above the question if it is missing', 'there is no command bwrap', 1],
      ['is not spoken of if it is there', undefined, 0],
    ])('%s', async (_, missing, lines) => {
      await using server = await openTestServer({
        page: inPackage('dist/page'),
        findMissingIsolation: () => Promise.resolve(missing),
      });
      try {
        const { page, faults } = await openPage(
          await openContext(),
          new URL(server.address).origin,
        );
        const asked = page.waitForResponse((response) => response.url().endsWith('/api/isolation'));
        await page.goto(server.address);
        await page.getByLabel('Question', { exact: true }).waitFor();
        await asked;
        if (lines === 1) await page.getByText('Isolation: there is no command bwrap').waitFor();
        expect(await page.getByText('Isolation:').count()).toBe(lines);
        expect(faults).toEqual([]);
      } finally {
        await closePages();
      }
    });
  },
);
