import fc from 'fast-check';
import { expect, it } from 'vitest';

import { quickjs } from '../../../src/quickjs/index.js';
import { sessionsOfFile } from '../../support/open-sessions.js';

const openOn = sessionsOfFile();

const letters = [
  ...Array.from('abcABCzZéèÉñÑöäßøØæåłđ0123459 -_.,\'"!?()&/$@#+αβΑάωσЯяйиёЁе'),
  ...['e\u0301', '中', '文', '가', '각', 'ő', 'ﬁ', '½', '–', '…', '’', '™', '\ud800', '\0'],
];
const words = fc
  .array(fc.constantFrom(...letters), { maxLength: 5 })
  .map((parts) => parts.join(''));

it.each<Intl.CollatorOptions>([
  {},
  { numeric: true },
  { sensitivity: 'base' },
  { sensitivity: 'accent' },
  { sensitivity: 'case' },
  { caseFirst: 'upper' },
  { ignorePunctuation: true },
])('orders texts as Node.js does with %o', async (options) => {
  const session = await openOn(quickjs());
  const list = fc.sample(words, { numRuns: 300, seed: 45 });
  await session.set('list', list);
  const { error } = await session.execute(
    `list.sort((one, other) => one.localeCompare(other, 'en', ${JSON.stringify(options)}))`,
  );
  expect(error).toBeUndefined();
  const collator = new Intl.Collator('en', options);
  expect(await session.get('list')).toEqual(list.toSorted(collator.compare));
});

it('orders long texts too', async () => {
  const session = await openOn(quickjs());
  const cell =
    'const long = "ä".repeat(20_000); print((long + "b").localeCompare(long + "a"), long.localeCompare(long), "é".localeCompare(long))';
  expect((await session.execute(cell)).stdout).toBe('1 0 1\n');
});
