import type { Page } from 'playwright-core';
import { eventually } from '@rlm/config/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { seriousFindings } from './axe.js';
import { noBrowser, openPage, picture } from './browser.js';
import { openHouse, type House } from './open-house.js';
import { Visitor } from './visitor.js';

const note = noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`;

describe.skipIf(noBrowser !== undefined)(`an answer${note}`, { timeout: 300_000 }, () => {
  let house: House;
  let visitor: Visitor;
  let page: Page;
  let asked: string;
  beforeAll(async () => {
    house = await openHouse();
    visitor = new Visitor(await openPage(house.context, house.home));
    ({ page } = visitor);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(house.address);
    await visitor.addText('notes.txt', 'The comet came back.\nEdmond Halley had said so.\n');
    await visitor.ask('Which comet?', 'By hand');
    asked = visitor.runId();
  });
  afterAll(async () => {
    await house[Symbol.asyncDispose]();
    expect(visitor.faults).toEqual([]);
  });
  const place = (path: string) => page.goto(`${house.home}/#/${path}`);

  it('comes first on a phone when the run has ended, unless its reader is elsewhere', async () => {
    await page.getByLabel('Your reply').waitFor();
    expect(await page.locator('.timeline').isVisible()).toBe(true);
    await visitor.reply('I look.\n```js\ncontext.reduce((one) => one)\n```');
    await page.getByText(/^TypeError: not a function\n +cell 1, line 1/).waitFor();
    await visitor.reply("I know it.\n```js\nFINAL('Halley')\n```");
    await page.locator('.answer').waitFor();
    expect(await visitor.answer()).toBe('Halley');
    await picture(page, 'answer-390-light');
    await visitor.button('Previous step (k)').click();
    await page.locator('.timeline').waitFor();
    expect(await page.locator('.answer').isVisible()).toBe(false);
    await page.reload();
    await page.locator('.answer').waitFor();
    expect(await page.locator('.timeline').isVisible()).toBe(false);
  });

  it('can be copied', async () => {
    const { context } = house;
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: house.home });
    await visitor.button('Copy the answer').click();
    await visitor.sees('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Halley');
  });

  it('says so where the browser does not let the page copy', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
    });
    await visitor.button('Copy the answer').click();
    const said = page.locator('.copy output');
    await said.filter({ hasText: 'does not' }).waitFor();
    expect(await said.innerText()).toBe('The browser does not let this page copy.');
  });

  it('can be asked for again, with changes', async () => {
    await place('');
    await page.getByRole('checkbox', { name: 'notes.txt' }).check();
    await page.getByText('Limits, language, reward').click();
    await page.getByLabel('Steps', { exact: true }).fill('3');
    await page.getByLabel('Time in seconds').fill('90');
    await page.getByLabel('Sub-queries at once').fill('2');
    await page.getByLabel('Retries of a failed call').fill('0');
    await page.getByLabel('Reward for each step').selectOption('strict');
    await visitor.ask('Who had said so?', 'Planner');
    await page.locator('.answer').waitFor();
    await page.getByRole('link', { name: 'Ask again…' }).click();
    const field = page.getByLabel('Question', { exact: true });
    await field.waitFor();
    expect(await field.inputValue()).toBe('Who had said so?');
    // The lists of models and of texts may come later than the field.
    await eventually(async () => {
      expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('planner');
      expect(await page.getByRole('checkbox', { name: 'notes.txt' }).isChecked()).toBe(true);
    });
    await page.getByText('Limits, language, reward').click();
    expect(await page.getByLabel('Steps', { exact: true }).inputValue()).toBe('3');
    expect(await page.getByLabel('Time in seconds').inputValue()).toBe('90');
    expect(await page.getByLabel('Sub-queries', { exact: true }).inputValue()).toBe('');
    expect(await page.getByLabel('Sub-queries at once').inputValue()).toBe('2');
    expect(await page.getByLabel('Retries of a failed call').inputValue()).toBe('0');
    expect(await page.getByLabel('Reward for each step').inputValue()).toBe('strict');
    expect(await seriousFindings(page)).toEqual([]);
    await field.fill('What had Edmond Halley said?');
    await visitor.button('Ask').click();
    await page.locator('.answer').waitFor();
    expect(await visitor.answer()).toContain('Halley');
  });

  it('can be asked for again about a text that the run alone has', async () => {
    await place('');
    await visitor.button('Remove notes.txt').click();
    await page.getByRole('checkbox', { name: 'notes.txt' }).waitFor({ state: 'detached' });
    await place(`ask/${asked}`);
    const own = page.getByRole('checkbox', { name: `The texts of the run ${asked}` });
    await own.waitFor();
    expect(await own.isChecked()).toBe(true);
    await page.getByRole('checkbox', { name: /State of the Union/ }).check();
    await visitor.button('Ask').click();
    await page.getByText('They do not go together.').waitFor();
    await page.getByRole('checkbox', { name: /State of the Union/ }).uncheck();
    await visitor.button('Ask').click();
    await page.waitForURL(/#\/runs\/./);
    await visitor.reply('```js\nFINAL(context)\n```');
    await page.locator('.answer').waitFor();
    expect(await visitor.answer()).toContain('Edmond Halley had said so.');
  });
});
