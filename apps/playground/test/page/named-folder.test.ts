import { join } from 'node:path';

import { expect, it } from 'vitest';

import { openRuns } from '../../src/runs/runs.js';
import { startOpenAiServer } from '../models/openai-server.js';
import { keepRun, specAt } from '../support/kept-run.js';
import { notesFolder } from '../support/notes-folder.js';
import { noBrowser, openPage } from './browser.js';
import { openHouse } from './open-house.js';
import { Visitor } from './visitor.js';

const note = noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`;

it.skipIf(noBrowser !== undefined)(
  `the page asks before it goes on with a run of a folder that was named${note}`,
  { timeout: 300_000 },
  async () => {
    await using folder = await notesFolder();
    const model = await startOpenAiServer(() => "```js\nFINAL('Halley')\n```");
    const runs = openRuns(join(folder.path, 'theirs'));
    await keepRun(runs, 'theirs', specAt(folder, model.baseUrl));
    await using house = await openHouse({}, { runs });
    const visitor = new Visitor(await openPage(house.context, house.home));
    const { page } = visitor;
    await page.goto(house.address);
    await page.goto(`${house.home}/#/runs/theirs`);
    for (const button of ['Resume', 'Go on']) {
      expect(model.requests).toEqual([]);
      await visitor.button(button).click();
      if (button === 'Go on') break;
      const told = await page.getByRole('alert').innerText();
      expect(told).toContain(join(folder.path, 'notes', '2001.txt'));
      expect(told).toContain(`ask "tiny-chat" at ${model.baseUrl}`);
    }
    await visitor.seesEnd();
    expect(await visitor.answer()).toBe('Halley');
    await model.close();
    // The browser itself tells of the answer that nobody had agreed to.
    expect(visitor.faults.filter((fault) => !fault.includes('409'))).toEqual([]);
  },
);
