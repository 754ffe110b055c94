import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startOpenAiServer, type OpenAiServer } from '../models/openai-server.js';
import { seriousFindings } from './axe.js';
import { noBrowser, openPage, picture } from './browser.js';
import { openHouse, type House } from './open-house.js';
import { Visitor } from './visitor.js';

const note = noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`;
const key = 'sk-typed-into-the-page-0815';

describe.skipIf(noBrowser !== undefined)(
  `an endpoint that is named in the page${note}`,
  { timeout: 300_000 },
  () => {
    let house: House;
    let model: OpenAiServer;
    let visitor: Visitor;
    let page: Page;
    beforeAll(async () => {
      model = await startOpenAiServer(() => "```js\nFINAL('Halley')\n```");
      house = await openHouse();
      visitor = new Visitor(await openPage(house.context, house.home));
      ({ page } = visitor);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(house.address);
      await visitor.addText('notes.txt', 'The comet came back.');
    });
    afterAll(async () => {
      await house[Symbol.asyncDispose]();
      await model.close();
      expect(visitor.faults).toEqual([]);
    });
    const name = async (): Promise<void> => {
      await page.getByLabel('Address', { exact: true }).fill(model.baseUrl);
      await page.getByLabel('Key', { exact: true }).fill(key);
      await visitor.press('Enter');
      await page.getByText(/^1 model of 127\.0\.0\.1/).waitFor();
    };

    it('is asked with its key, by the keyboard alone', async () => {
      await page.getByText('Endpoint and key').focus();
      await visitor.press('Enter');
      expect(await seriousFindings(page)).toEqual([]);
      await name();
      expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe('');
      expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('named:tiny-chat');
      await picture(page, 'endpoint-1280-light');
      await visitor.ask('Which comet?', /^tiny-chat/);
      await visitor.seesEnd();
      expect(await visitor.answer()).toBe('Halley');
      expect(model.keys).toEqual([`Bearer ${key}`]);
    });

    it('serves a fork too, from the memory of the tab', async () => {
      await visitor.button('Fork…').click();
      await visitor.button('Fork').click();
      await page.getByText('forked at step 1').waitFor();
      await visitor.seesEnd();
      expect(model.keys).toEqual([`Bearer ${key}`, `Bearer ${key}`]);
    });

    it('leaves its key in no store, address or page, nor on the disk', async () => {
      const stores = await page.evaluate(async () => {
        const databases = await indexedDB.databases();
        const all = [localStorage, sessionStorage].map((store) => JSON.stringify(store));
        return [...all, document.cookie, JSON.stringify(databases), location.href].join('\n');
      });
      const state = JSON.stringify(await house.context.storageState());
      const html = await page.content();
      expect([stores, state, html].filter((text) => text.includes(key))).toEqual([]);
      const found = await readdir(house.folder, { recursive: true, withFileTypes: true });
      for (const entry of found.filter((each) => each.isFile())) {
        const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
        expect(text).not.toContain(key);
      }
    });

    it('is forgotten with a reload, and asked for when the run is asked again', async () => {
      await page.getByRole('link', { name: 'Ask again…' }).click();
      await page
        .getByRole('option', { name: /^tiny-chat/ })
        .first()
        .waitFor({ state: 'attached' });
      expect(await page.getByText('its key is kept nowhere').count()).toBe(0);
      await page.reload();
      await page.getByText('its key is kept nowhere').waitFor();
      expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe(model.baseUrl);
      expect(await page.getByRole('option', { name: /^tiny-chat/ }).count()).toBe(0);
      await name();
      await visitor.button('Forget it').click();
      await page
        .getByRole('option', { name: /^tiny-chat/ })
        .first()
        .waitFor({ state: 'detached' });
    });

    it('that is none says so beside its fields', async () => {
      await page.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:9/v1');
      await visitor.button('List its models').click();
      await page.getByRole('alert').filter({ hasText: 'does not answer' }).waitFor();
      await page.getByLabel('Address', { exact: true }).fill('my key');
      await visitor.button('List its models').click();
      await page.getByRole('alert').filter({ hasText: 'an http(s) URL' }).waitFor();
      expect(model.keys).toHaveLength(2);
    });
  },
);
