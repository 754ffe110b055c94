import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { seriousFindings } from './axe.js';
import { noBrowser, openPage, picture } from './browser.js';
import { inPackage, openHouse, type House } from './open-house.js';
import { Visitor } from './visitor.js';

const note = noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`;

describe.skipIf(noBrowser !== undefined)(`the sample${note}`, { timeout: 300_000 }, () => {
  let house: House;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    house = await openHouse();
    visitor = new Visitor(await openPage(house.context, house.home));
    ({ page } = visitor);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(house.address);
    await page.goto(`${house.home}/#/open`);
  });
  afterAll(async () => {
    await house[Symbol.asyncDispose]();
    expect(visitor.faults).toEqual([]);
  });

  it('opens without a file, and says where its answer was read', async () => {
    await visitor.button('Open a sample').click();
    await page.locator('.answer').waitFor();
    expect(await visitor.answer()).toContain('Marit');
    const places = page.locator('.evidence li');
    expect(await places.count()).toBe(2);
    expect(await places.first().innerText()).toMatch(
      /Marit climbed up[^]*context, from character 577, step 3$/,
    );
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('jumps from its answer to the output that was read', async () => {
    await page.locator('.evidence button').nth(1).click();
    const row = page.locator('.timeline .output', { hasText: 'water in the oil' });
    await row.first().waitFor();
    expect(await visitor.currentStep()).toBe('Step 3');
    expect(await page.getByRole('searchbox').inputValue()).toBe(
      'Jon found water in the oil and changed it before dawn.',
    );
    await picture(page, 'sample-1280-light');
  });

  it('jumps on a phone too, where the answer is alone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Details' }).click();
    await page.locator('.evidence button').first().click();
    await page.locator('.timeline .output', { hasText: 'Marit' }).first().waitFor();
    expect(await page.locator('.answer').isVisible()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('has colours in code that is still being written', async () => {
    const file = await readFile(inPackage('page/src/open/sample.jsonl'), 'utf8');
    const half = file.indexOf('FINAL(`It');
    const cut = file.slice(0, file.lastIndexOf('\n', half) + 1);
    const choose = page.getByLabel('Open another');
    const buffer = Buffer.from(cut);
    await choose.setInputFiles({ name: 'half.jsonl', mimeType: 'application/jsonl', buffer });
    const written = page.locator('.reasoning', { hasText: 'The model writes' });
    // A key that comes before the file is shown moves in the one before it.
    await visitor.sees('half.jsonl');
    await visitor.press('End');
    await written.waitFor();
    expect(await written.locator('.code').innerText()).toMatch(/^FINAL\(`It went out/);
    expect(await written.locator('.code span').count()).toBeGreaterThan(0);
  });
});
