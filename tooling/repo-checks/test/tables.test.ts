import { expect, it } from 'vitest';

import { pages, proseOf } from './pages.js';

// A screen reader says the name of a column with each cell.
it.each(pages)('%s names every column of its tables', (page) => {
  const heads = [...proseOf(page).matchAll(/^ *(\|.*)\n *\|[ :|-]+\|$/gm)].map(([, head]) => head);
  expect(heads.filter((head) => /\|\s*\|/.test(head ?? ''))).toEqual([]);
});
