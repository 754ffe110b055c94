import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Page } from 'playwright-core';
import { eventually } from '@rlm/config/eventually';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { seriousFindings } from './axe.js';
import { closePages, noBrowser, openPage, picture } from './browser.js';
import { hostile } from './hostile.js';
import { inPackage, openHouse, type House } from './open-house.js';
import { Visitor } from './visitor.js';

const note = noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`;

describe.skipIf(noBrowser !== undefined)(`the page${note}`, { timeout: 300_000 }, () => {
  let house: House;
  let home: string;
  let visitor: Visitor;
  let page: Page;
  let tour: string | undefined;

  beforeAll(async () => {
    house = await openHouse();
    ({ home } = house);
  });
  afterAll(() => house[Symbol.asyncDispose]());
  beforeEach(async () => {
    visitor = new Visitor(await openPage(house.context, home));
    ({ page } = visitor);
    await page.goto(house.address);
    // The token does not stay in the address.
    await page.waitForURL(`${home}/`);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      await page.screenshot({ path: inPackage(`reports/failed ${task.name}.png`) });
    // The next test is another client, who has nothing yet.
    await page.evaluate(() => {
      localStorage.clear();
    });
    await closePages();
    expect(visitor.faults).toEqual([]);
  });

  /** Shows the tour's run, which is taken once for all tests. */
  const takeTour = async (): Promise<void> => {
    if (tour === undefined) {
      await page.getByRole('button', { name: /Take the tour/ }).click();
      await page.waitForURL(/#\/runs\/./);
      tour = visitor.runId();
    } else {
      await page.goto(`${home}/#/runs/${tour}`);
    }
    await visitor.seesEnd();
  };

  it('asks a question about a file, and shows what the planner did', async () => {
    await visitor.addText('notes.txt', 'The comet came back.\nEdmond Halley had said so.\n');
    await picture(page, 'ask-1280-light');
    await visitor.ask('What had Edmond Halley said?', 'Planner');
    await visitor.seesEnd();
    expect(await visitor.answer()).toContain('Halley');
    await visitor.press('Home');
    await page.getByRole('heading', { name: 'Step 1' }).waitFor();
    expect(await page.locator('.row-code .tok-keyword').count()).toBeGreaterThan(0);
    expect(await page.getByText('notes.txt').count()).toBe(0);
  });

  it('takes each of several files, and says of which it cannot read one', async () => {
    const file = (name: string, text: string) => {
      return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) };
    };
    const files = [
      file('w.txt', 'one'),
      file('damaged.pdf', '%PDF-1.7 endobj'),
      file('a.txt', 'two'),
    ];
    await page.getByLabel('Choose files').setInputFiles(files);
    for (const name of ['w.txt', 'a.txt'])
      await page.getByRole('checkbox', { name, checked: true }).waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('damaged.pdf');
    expect(await page.getByRole('checkbox', { name: 'damaged.pdf' }).count()).toBe(0);
    for (const name of ['w.txt', 'a.txt']) await visitor.button(`Remove ${name}`).click();
    await page.getByRole('checkbox', { name: 'a.txt' }).waitFor({ state: 'detached' });
  });

  it('lets a first visitor see all of a run, by the keyboard alone', async () => {
    const button = page.getByRole('button', { name: /Take the tour/ });
    for (let tabs = 0; tabs < 12; tabs += 1) {
      await visitor.press('Tab');
      if (await button.evaluate((element) => element === document.activeElement)) break;
    }
    await visitor.press('Enter');
    await page.getByText('scripted tour: no language model').waitFor();
    await visitor.seesEnd();
    tour = visitor.runId();
    expect(await visitor.currentStep()).toBe('Step 1');
    await visitor.press('j', 'ArrowRight');
    expect(await visitor.currentStep()).toBe('Step 3');
    expect(await page.getByRole('status').last().innerText()).toBe('Step 3 of 6');
    await visitor.press('k');
    expect(await visitor.currentStep()).toBe('Step 2');
    await visitor.press('Home');
    expect(await visitor.currentStep()).toBe('Step 1');
    await visitor.press('End');
    await page.getByText('Final answer').waitFor();
    await visitor.press('/');
    await page.keyboard.type('FINAL_VAR');
    await visitor.press('Enter');
    await page.getByText('1 of ').waitFor();
    await visitor.press('n');
    await page.getByText('2 of ').waitFor();
    await visitor.press('N');
    await page.getByText('1 of ').waitFor();
    expect(await page.evaluate(() => CSS.highlights.get('rlm-hit')?.size)).toBeGreaterThan(0);
    await visitor.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await visitor.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('lets a person be the model, stops, and goes on', async () => {
    await visitor.addText('notes.txt', 'a text');
    await visitor.ask('What is it?', 'By hand');
    await visitor.reply('I look.\n```js\nconst size = context.length;\nprint(size);\n```');
    await visitor.button('Step 2').waitFor();
    await page.getByText('The prompt: ').click();
    expect(await page.locator('.hand-messages').innerText()).toContain('What is it?');
    await visitor.button('Stop').click();
    await visitor.button('Resume').waitFor();
    const other = new Visitor(await openPage(house.context, home));
    await other.page.goto(page.url());
    await other.button('Resume').click();
    await other.page.getByLabel('Your reply').fill('half a reply');
    await other.page.reload();
    await other.page.getByLabel('Your reply').waitFor();
    expect(await other.page.getByLabel('Your reply').inputValue()).toBe('half a reply');
    // The first page goes on too.
    await visitor.reply("```js\nFINAL('it has ' + size)\n```");
    await visitor.seesEnd();
    expect(await visitor.answer()).toBe('it has 6');
    expect(await page.locator('.variables').innerText()).toContain('size');
  });

  it('forks a run with other code, and lists both', async () => {
    await takeTour();
    const first = visitor.runId();
    await visitor.button('Fork…').click();
    await page.getByLabel('Step', { exact: true }).selectOption('2');
    const reply = page.getByLabel('What the model replies');
    expect(await reply.inputValue()).toContain('```');
    await reply.fill("Another way.\n```js\nFINAL('another answer')\n```");
    await visitor.button('Fork').click();
    await page.getByText(`forked at step 2 of ${first}`).waitFor();
    await visitor.seesEnd();
    expect(await visitor.answer()).toBe('another answer');
    await page.getByRole('link', { name: 'Runs' }).click();
    await expect
      .poll(() => page.locator('.run-answer').allInnerTexts())
      .toEqual(
        expect.arrayContaining(['another answer', expect.stringContaining('Most in the 1900s')]),
      );
  });

  it('opens a trajectory that was saved, and says of other files what is wrong', async () => {
    await takeTour();
    const download = await visitor.download('Download');
    const path = join(house.folder, 'tour.jsonl');
    await download.saveAs(path);
    await page.getByRole('link', { name: 'Open a file' }).click();
    const wrong = await page.evaluateHandle(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(['[1]'], 'wrong.json'));
      return dropped;
    });
    await page.dispatchEvent('.drop', 'drop', { dataTransfer: wrong });
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Choose a file').setInputFiles(path);
    await visitor.sees('1 of 6');
    await visitor.button('Next step (j)').click();
    expect(await visitor.currentStep()).toBe('Step 2');
    await page.locator('.tree li li .tree-run').click();
    await page.getByText('sub-run, depth 1').waitFor();
    await visitor.sees('1 of 2');
    await visitor.button('Back to the first run').click();
    await visitor.sees('1 of 6');
  });

  it('tells where other policies and limits would have stopped a run', async () => {
    await takeTour();
    await visitor.button('Policy lab').click();
    await page.getByRole('checkbox', { name: /^max_steps/ }).check();
    await page.getByLabel('maxSteps').fill('2');
    await page.getByLabel('Tokens', { exact: true }).fill('100000');
    const rows = page.locator('.lab tbody tr');
    await rows.nth(3).waitFor();
    const cells = await rows.locator('td:first-of-type').allInnerTexts();
    expect(cells).toEqual([
      expect.stringContaining('after step 2'),
      'does not stop it',
      expect.stringContaining('after step 2'),
      '6 steps',
    ]);
    await visitor.button('Next step (j)').click();
    await page.getByText('max_steps (maxSteps: 2) would have stopped here').waitFor();
    await picture(page, 'lab-verdicts');
    expect(await visitor.columnWidth('Stops')).toBeGreaterThan(100);
    expect(await visitor.columnWidth('Cost')).toBeLessThan(50);
    await page.getByLabel('Tokens', { exact: true }).fill('-5');
    expect(await page.locator('.lab').getByRole('alert').innerText()).toContain('maxTokens');
    await page.getByLabel('Tokens', { exact: true }).fill('');
    await page.locator('.lab').getByRole('alert').waitFor({ state: 'detached' });
    await page.getByLabel('maxSteps').fill('-1');
    expect(await page.locator('.lab').getByRole('alert').innerText()).toContain('maxSteps');
  });

  it('shows what comes from a run as text, in the page and in the file', async () => {
    await visitor.addText(`${hostile.replaceAll('/', '')}.txt`, hostile);
    await visitor.ask(hostile, 'By hand');
    const code = `print(context); print(${JSON.stringify(hostile)}); FINAL(${JSON.stringify(hostile)})`;
    await visitor.reply(`${hostile}\n\`\`\`js\n${code}\n\`\`\``);
    await visitor.seesEnd();
    expect(await visitor.answer()).toBe(hostile);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(hostile);
    expect(await page.locator('main img, main script').count()).toBe(0);
    const path = join(house.folder, 'hostile.html');
    const download = await visitor.download('Export page');
    expect(download.suggestedFilename()).toBe(`rlm-${visitor.runId()}.html`);
    await download.saveAs(path);
    const file = new Visitor(await openPage(house.context, pathToFileURL(path).href));
    await file.page.goto(pathToFileURL(path).href);
    await file.sees('1 of 1');
    expect(await file.page.locator('.answer').innerText()).toBe(hostile);
    expect(await file.page.locator('main img, main script').count()).toBe(0);
    expect(file.faults).toEqual([]);
    expect(await readFile(path, 'utf8')).toContain("default-src 'none'");
  });

  it('fits on a phone', async () => {
    await takeTour();
    await page.setViewportSize({ width: 390, height: 844 });
    const fits = async (name: string): Promise<void> => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(`${name}: ${width}`).toBe(`${name}: 390`);
      await picture(page, `${name}-390-light`);
    };
    await fits('answer');
    expect(await page.locator('.evidence q').first().innerText()).toMatch(/^.?is now effected/);
    await visitor.button('Timeline').click();
    await fits('run');
    for (const step of [2, 3]) {
      await visitor.button('Details').click();
      await visitor.button('Next step (j)').click();
      await visitor.sees(`${step} of 6`);
      await eventually(async () => {
        const top = (await page.locator('.timeline').boundingBox())?.y ?? 0;
        const at = (await page.getByText(`Step ${step}`, { exact: true }).boundingBox())?.y ?? 0;
        expect(Math.abs(at - top)).toBeLessThan(60);
      });
    }
    await page.getByLabel('Search in this run').fill('FINAL_VAR');
    await visitor.press('Enter');
    await page.getByText(/^1 of \d+$/).waitFor();
    const next = await visitor.button('Next place (n)').boundingBox();
    expect((next?.x ?? 390) + (next?.width ?? 0)).toBeLessThanOrEqual(390);
    await fits('search');
    await visitor.button('Details').click();
    await fits('details');
    await visitor.button('Policy lab').click();
    await fits('lab');
    for (const [place, name] of [
      ['Ask', 'ask'],
      ['Runs', 'runs'],
      ['Open a file', 'open'],
    ] as const) {
      await page.getByRole('link', { name: place, exact: true }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await fits(name);
    }
  });

  it('has nothing that a screen reader stumbles over, light or dark', async () => {
    const check = async (name: string): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await seriousFindings(page)).toEqual([]);
        await picture(page, `${name}-1280-${colorScheme}`);
      }
    };
    await check('ask');
    await takeTour();
    await visitor.press('o');
    await check('run');
    await visitor.button('Policy lab').click();
    await page.getByRole('checkbox', { name: /^max_steps/ }).check();
    await check('lab');
    await page.getByRole('link', { name: 'Runs' }).click();
    await page.locator('.runs li').first().waitFor();
    await check('runs');
    await page.getByRole('link', { name: 'Open a file' }).click();
    await check('open');
  });
});
