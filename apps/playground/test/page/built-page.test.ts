import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

const page = fileURLToPath(new URL('../../dist/page/', import.meta.url));

/** What a browser asks for before the page is there: the document, and what it names. */
async function firstLoad(): Promise<readonly Buffer[]> {
  const html = await readFile(`${page}index.html`);
  const named = [...html.toString().matchAll(/(?:src|href)="\/([^"]+)"/g)];
  return [html, ...(await Promise.all(named.map(([, path = '']) => readFile(page + path))))];
}

describe('the built page', () => {
  it('is there, with what it names', async () => {
    expect((await firstLoad()).length).toBeGreaterThan(2);
  });

  it('names nothing of another host', async () => {
    for (const file of [...(await firstLoad()), await readFile(`${page}export.html`)]) {
      // The names of XML's vocabularies, and addresses in messages of React, are asked of nobody.
      const hosts = file.toString().match(/(?:src|href)=["']?(?:https?:)?\/\/[^"'\s>]+/g) ?? [];
      expect(hosts).toEqual([]);
    }
  });
});
