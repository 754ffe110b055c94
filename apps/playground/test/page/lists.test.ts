import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startServer, type LoopbackServer } from '../models/loopback-server.js';
import { noBrowser, openPage } from './browser.js';
import { openHouse, type House } from './open-house.js';
import { Visitor } from './visitor.js';

const note = noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`;

describe.skipIf(noBrowser !== undefined)(`lists of the page${note}`, { timeout: 300_000 }, () => {
  let house: House;
  let refusing: LoopbackServer;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    refusing = await startServer((request, response) => {
      if (request.url === '/v1/models') {
        response.end(JSON.stringify({ data: [{ id: 'tiny' }, { id: 'tiny' }] }));
        return;
      }
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'No such key' } }));
    });
    const { baseUrl } = refusing;
    const found = { models: ['tiny', 'tiny'], isNamed: false };
    const places = [baseUrl, baseUrl.replace('127.0.0.1', 'localhost'), `${baseUrl}/`];
    house = await openHouse(
      {},
      {
        findEndpoints: () =>
          Promise.resolve(
            places.map((place, at) => ({ ...found, server: `s${at}`, baseUrl: place })),
          ),
      },
    );
    visitor = new Visitor(await openPage(house.context, house.home));
    ({ page } = visitor);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(house.address);
    await page.getByLabel('Question', { exact: true }).waitFor();
  });
  afterAll(async () => {
    await house[Symbol.asyncDispose]();
    await refusing.close();
    expect(visitor.faults).toEqual([]);
  });
  const place = (path: string) => page.goto(`${house.home}/#/${path}`);

  it('have one line for each model, however often its server is found', async () => {
    await page.getByRole('option', { name: /tiny/ }).first().waitFor({ state: 'attached' });
    const options = await page.getByLabel('Model', { exact: true }).locator('option').all();
    const labels = await Promise.all(options.map((option) => option.innerText()));
    expect(labels.filter((label) => label.includes('tiny'))).toHaveLength(1);
  });

  it('have one line for a file that is added twice, and two for two texts of one name', async () => {
    await visitor.addText('notes.txt', 'The comet came back.');
    await visitor.addText('notes.txt', 'The comet came back.');
    expect(await visitor.button('Remove notes.txt').count()).toBe(1);
    await page.getByLabel('Choose files').setInputFiles({
      ...{ name: 'notes.txt', mimeType: 'text/plain' },
      buffer: Buffer.from('Another text.'),
    });
    await visitor.button('Remove notes.txt').nth(1).waitFor();
    await visitor.button('Remove notes.txt').nth(1).click();
    await visitor.button('Remove notes.txt').nth(1).waitFor({ state: 'detached' });
  });

  it('begin with all files of one’s own, or else with what is bundled', async () => {
    const other = new Visitor(await openPage(house.context, house.address));
    await other.page.goto(house.address);
    await other.page.getByRole('checkbox', { name: 'notes.txt', checked: true }).waitFor();
    const bundled = other.page.getByRole('checkbox', { name: /State of the Union/ });
    expect(await bundled.isChecked()).toBe(false);
    const field = other.page.getByLabel('Question', { exact: true });
    expect(await field.getAttribute('placeholder')).not.toContain('speech');
    await other.button('Remove notes.txt').click();
    await other.page.getByRole('checkbox', { name: /Union/, checked: true }).waitFor();
    expect(await field.getAttribute('placeholder')).toContain('speech');
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('A comet.') };
    await other.page.getByLabel('Choose files').setInputFiles(file);
    await other.page.getByRole('checkbox', { name: 'notes.txt', checked: true }).waitFor();
    await other.page.getByRole('checkbox', { name: /Union/, checked: false }).waitFor();
    await other.page.close();
    await page.reload();
  });

  it('ask for a text as long as none is chosen, and no longer', async () => {
    await place('runs');
    await place('');
    await page.getByRole('checkbox', { name: 'notes.txt' }).uncheck();
    await page.getByLabel('Question', { exact: true }).fill('Which comet?');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Choose a text to ask about').waitFor();
    await page.getByRole('checkbox', { name: 'notes.txt' }).check();
    expect(await page.getByText('Choose a text to ask about').count()).toBe(0);
  });

  it('name an error by its text, with what to do about a key that is refused', async () => {
    await visitor.ask('Which comet?', /tiny/);
    await page.getByText('✕ failed').waitFor();
    await page.getByText(/No such key: the key is read from RLM_API_KEY/).waitFor();
    await place('runs');
    const run = page.locator('.runs li').filter({ hasText: 'failed' });
    expect(await run.locator('.run-answer').innerText()).toMatch(/^No answer\. .*No such key/);
  });

  it('have no figures of what has not begun', async () => {
    await place('');
    await page.getByRole('checkbox', { name: 'notes.txt' }).check();
    await visitor.ask('What is there by hand?', 'By hand');
    await page.getByLabel('Your reply').waitFor();
    const figures = await page.locator('.side dt').allInnerTexts();
    expect(figures).toEqual(['Tokens', 'Cost']);
    expect(await page.getByText('0 of 0').count()).toBe(0);
    await visitor.reply("```js\nFINAL('a comet')\n```");
    await visitor.seesEnd();
  });

  it('of runs have dates, and ids in one piece', async () => {
    await place('runs');
    await page.locator('.runs li').nth(1).waitFor();
    const time = page.locator('.runs time').first();
    expect(Date.parse((await time.getAttribute('datetime')) ?? '')).toBeGreaterThan(0);
    expect(await time.innerText()).toMatch(/\d{4}/);
    const line = await time.evaluate((element) =>
      Number.parseFloat(getComputedStyle(element).fontSize),
    );
    for (const width of [1280, 970, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const id of await page.locator('.run-id').all())
        expect((await id.boundingBox())?.height).toBeLessThan(line * 2);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('of runs can be searched', async () => {
    await page.getByLabel('Search in runs').fill('by hand COMET');
    await visitor.sees('1 run');
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      'What is there by hand?',
    ]);
    await page.getByLabel('Search in runs').fill('no run has this');
    await visitor.sees('0 runs');
    expect(await page.locator('.runs li').count()).toBe(0);
  });
});
