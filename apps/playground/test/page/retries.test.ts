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
  `a call that is tried again, on the page${note}`,
  { timeout: 300_000 },
  () => {
    it('counts down to the next attempt, and says why the last one failed', async () => {
      await using house = await openHouse();
      const events = await eventsOf([cell('FINAL(2)')]);
      const at = events.findIndex(({ type }) => type === 'model-start') + 1;
      const { runId, parentId, depth, step } = events[at] ?? {};
      const retry = (untilMs: number) => ({
        ...{ type: 'retry', runId, parentId, depth, step, kind: 'model', untilMs },
        ...{ attempt: 1, maxAttempts: 3, waitMs: 15_000 },
        error: { code: 'provider_recoverable_error', message: 'HTTP 429: Rate limit reached' },
      });
      const save = async (name: string, all: readonly unknown[]): Promise<string> => {
        const path = join(house.folder, name);
        let text = '';
        for await (const line of writeTrajectory(all as readonly RlmEvent[])) text += line;
        await writeFile(path, text);
        return path;
      };
      const inAnHour = Date.now() + 3_600_000;
      const waiting = await save('waiting.jsonl', [...events.slice(0, at), retry(inAnHour)]);
      const over = await save('over.jsonl', [
        ...events.slice(0, at),
        retry(inAnHour),
        ...events.slice(at),
      ]);

      const visitor = new Visitor(await openPage(house.context, house.home));
      const { page } = visitor;
      const sees = (text: RegExp) => page.getByText(text).first().waitFor();
      await page.goto(house.address);
      await page.getByRole('link', { name: 'Open a file' }).click();
      await page.getByLabel('Choose a file').setInputFiles(waiting);
      await sees(/HTTP 429: Rate limit reached \(attempt 1 of 3\)/);
      await sees(/the model is asked again in 3,?\d\d\d s/);
      await sees(/Waiting to ask again/);
      await page.getByLabel('Open another').setInputFiles(over);
      await sees(/tried again after 15\.0 s/);
      expect(await page.getByText('asked again in').count()).toBe(0);
      expect(visitor.faults).toEqual([]);
    });
  },
);
