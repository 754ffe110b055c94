import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { writeTrajectory, type RlmEvent } from '@rlm/runner';
import { describe, expect, it } from 'vitest';

import { cell, eventsOf } from '../support/example-runs.js';
import { noBrowser, openPage } from './browser.js';
import { openHouse } from './open-house.js';
import { Visitor } from './visitor.js';

const note = noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`;

describe.skipIf(noBrowser !== undefined)(
  `events that are missing, on the page${note}`,
  { timeout: 300_000 },
  () => {
    it('are one line above the run, with how many', async () => {
      await using house = await openHouse();
      const events = await eventsOf([cell('print(1)'), cell('FINAL(2)')]);
      const { runId, parentId, depth, step } = events[5] ?? events[0] ?? {};
      const gap = { type: 'events-dropped', runId, parentId, depth, step, count: 1_234, bytes: 9 };
      const save = async (name: string, all: readonly unknown[]): Promise<string> => {
        const path = join(house.folder, name);
        await writeFile(path, await text(all as readonly RlmEvent[]));
        return path;
      };
      const whole = await save('whole.jsonl', events);
      const cut = await save('cut.jsonl', [...events.slice(0, 5), gap, ...events.slice(8)]);

      const visitor = new Visitor(await openPage(house.context, house.home));
      const { page } = visitor;
      await page.goto(house.address);
      await page.getByRole('link', { name: 'Open a file' }).click();
      await page.getByLabel('Choose a file').setInputFiles(whole);
      await visitor.sees('1 of 2');
      expect(await page.getByText('missing here').count()).toBe(0);
      await page.getByLabel('Open another').setInputFiles(cut);
      await visitor.sees(
        '1,234 events are missing here: more came than are kept for a slow reader.',
      );
      expect(visitor.faults).toEqual([]);
    });
  },
);

async function text(events: readonly RlmEvent[]): Promise<string> {
  let all = '';
  for await (const line of writeTrajectory(events)) all += line;
  return all;
}
