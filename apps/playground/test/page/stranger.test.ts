import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { ask } from '../support/serve-client.js';
import { noBrowser, openBrowser, openPage } from './browser.js';
import { openHouse, type House } from './open-house.js';
import { Visitor } from './visitor.js';

const note = noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`;

/** Another server of this machine, and all that browsers tell it. */
interface Stranger {
  readonly server: Server;
  readonly origin: string;
  readonly heard: IncomingHttpHeaders[];
}

async function openStranger(): Promise<Stranger> {
  const heard: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers);
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Another server</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, origin: `http://127.0.0.1:${port}`, heard };
}

describe.skipIf(noBrowser !== undefined)(
  `a page of another port of this machine${note}`,
  { timeout: 300_000 },
  () => {
    let house: House;
    let stranger: Stranger;
    let context: BrowserContext;
    let visitor: Visitor;
    beforeAll(async () => {
      [house, stranger] = await Promise.all([openHouse(), openStranger()]);
      context = await (await openBrowser()).newContext();
      context.setDefaultTimeout(120_000);
    });
    afterAll(async () => {
      await context.close();
      stranger.server.closeAllConnections();
      stranger.server.close();
      await house[Symbol.asyncDispose]();
    });
    beforeEach(async () => {
      visitor = new Visitor(await openPage(context, house.home));
      await visitor.page.goto(house.address);
      await visitor.page.getByRole('button', { name: /Take the tour/ }).waitFor();
    });
    afterEach(() => {
      expect(visitor.faults).toEqual([]);
    });

    it('gets nothing that lets it in, of what the browser sends and of what it can read', async () => {
      const theirs = await context.newPage();
      // By a link in our page, by its address, and by what a page of it can do.
      await visitor.page.evaluate((url) => {
        const link = document.createElement('a');
        link.href = url;
        link.target = '_blank';
        link.rel = 'opener';
        link.click();
      }, `${stranger.origin}/linked`);
      await theirs.goto(`${stranger.origin}/`);
      const seen = await theirs.evaluate(async (home) => {
        const tried = await Promise.all(
          (['include', 'omit'] as const).flatMap((credentials) =>
            (['cors', 'no-cors'] as const).map((mode) =>
              fetch(`${home}/api/runs`, { credentials, mode }).then(
                (response) => response.text(),
                () => '',
              ),
            ),
          ),
        );
        const frame = document.createElement('iframe');
        frame.src = `${home}/`;
        document.body.append(frame);
        await new Promise((resolve) => {
          frame.addEventListener('load', resolve);
        });
        let inFrame = '';
        try {
          inFrame = frame.contentWindow?.localStorage.getItem('rlm-credentials') ?? '';
        } catch {
          // Another origin.
        }
        return [
          ...tried,
          inFrame,
          document.cookie,
          document.referrer,
          JSON.stringify(localStorage),
          JSON.stringify(sessionStorage),
        ];
      }, house.home);
      await expect.poll(() => stranger.heard.length).toBeGreaterThanOrEqual(2);

      const token = house.address.split('=')[1] ?? '';
      expect(token).toMatch(/^[\w-]{32}$/);
      const heard = stranger.heard.flatMap((headers) => Object.values(headers).flat().map(String));
      expect([...heard, ...seen].filter((text) => text.includes(token))).toEqual([]);
      expect(stranger.heard.flatMap(({ cookie }) => cookie ?? [])).toEqual([]);
      const from = stranger.heard.flatMap(({ referer }) => referer ?? []);
      expect(from.filter((referer) => referer.startsWith(house.home))).toEqual([]);
      // What it heard, given back in every way that the server might take it.
      const port = Number(new URL(house.home).port);
      const given = heard.flatMap((text) => [text, ...text.split(/[=.;, ]+/)]);
      for (const value of new Set(given.filter((text) => text !== ''))) {
        for (const headers of [{ cookie: value }, { authorization: `Bearer ${value}` }]) {
          const { status } = await ask(port, '/api/runs', { headers });
          expect([value, status]).toEqual([value, 401]);
        }
      }
      // The page itself is let in.
      await visitor.page.reload();
      await visitor.page.getByRole('button', { name: /Take the tour/ }).waitFor();
    });

    it('is no other tab: those of this page are let in, and one of a new server takes its token', async () => {
      const other = new Visitor(await openPage(context, house.home));
      await other.page.goto(`${house.home}/#/runs`);
      await other.page.getByRole('heading', { name: 'Runs' }).waitFor();
      await other.page.getByText('None yet.').waitFor();
      expect(other.page.url()).toBe(`${house.home}/#/runs`);
      // An old token in an open tab says so, until the new address is opened there.
      await other.page.evaluate(() => {
        localStorage.setItem('rlm-credentials', 'old.client');
      });
      await other.page.reload();
      await other.page.getByText('This page has no token, or an old one.').waitFor();
      await other.page.goto(house.address);
      await other.page.waitForURL(`${house.home}/`);
      await other.page.getByRole('button', { name: /Take the tour/ }).waitFor();
      // A link of any site to this page does not lock its reader out.
      await other.page.goto(`${house.home}/#token=${'A'.repeat(32)}`);
      await other.page.waitForURL(`${house.home}/`);
      await other.page.reload();
      await other.page.getByRole('button', { name: /Take the tour/ }).waitFor();
      // The browser notes the refusals.
      expect(other.faults.filter((fault) => !fault.includes(' 401 '))).toEqual([]);
    });
  },
);

describe.skipIf(noBrowser !== undefined)(
  `a connection that breaks${note}`,
  { timeout: 300_000 },
  () => {
    it('is made again, and goes on after the last event that came', async () => {
      // A connection on which nothing is said for so long is cut off, again and again.
      await using house = await openHouse({ stuckReaderMs: 2_000 });
      const visitor = new Visitor(await openPage(house.context, house.home));
      const { page } = visitor;
      await page.goto(house.address);
      await visitor.addText('notes.txt', 'a text');
      await visitor.ask('What is it?', 'By hand');
      for (const step of [1, 2]) {
        await visitor.sees('connection lost, trying again');
        await page.getByText('connection lost, trying again').waitFor({ state: 'detached' });
        await visitor.reply(`I look.\n\`\`\`js\nprint('part ${step}')\n\`\`\``);
        await visitor.button(`Step ${step + 1}`).waitFor();
      }
      await visitor.reply("```js\nFINAL('a text')\n```");
      await visitor.seesEnd();
      expect(await visitor.answer()).toBe('a text');
      // None was told twice: what was downloaded has as many as the page.
      const download = await visitor.download('Download');
      const path = await download.path();
      const lines = (await readFile(path, 'utf8')).trimEnd().split('\n').length - 1;
      await page.getByRole('link', { name: 'Open a file' }).click();
      await page.getByLabel('Choose a file').setInputFiles(path);
      await visitor.sees(`${lines} events`);
      await page.goBack();
      await visitor.seesEnd();
      // The end may be there before the steps are.
      await page.getByRole('heading', { name: 'Step 1' }).first().waitFor();
      expect(await page.getByRole('heading', { name: 'Step 1' }).count()).toBe(1);
      expect(visitor.faults.filter((fault) => !/ERR_(INCOMPLETE|EMPTY|CONN)/.test(fault))).toEqual(
        [],
      );
    });
  },
);
