import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { describe, expect, it } from 'vitest';

import { defineStore, type LogBackend } from '../../src/define/index.js';
import type { RunStore } from '../../src/index.js';
import { testStore } from '../../src/testing/index.js';

/** The store that the docs show, as a module: it is what people copy, so the suite runs that and not a copy. */
const page = await readFile(new URL('../../docs/own-store.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
const code = blocks.find((block) => block.includes('export function mapStore')) ?? '';
const folder = fileURLToPath(new URL('../../reports/', import.meta.url));
await mkdir(folder, { recursive: true });
const file = `${folder}docs-store.ts`;
await writeFile(file, code);
const { mapStore } = (await import(pathToFileURL(file).href)) as { mapStore: () => RunStore };

const open = () => Promise.resolve({ store: mapStore(), close: () => Promise.resolve() });
testStore({ name: 'the store of the docs', open, hasRecords: true }, { describe, expect, it });

it('a backend without records makes a store without records', () => {
  const backend = {} as LogBackend;
  expect(defineStore(backend).records).toBe(undefined);
});
