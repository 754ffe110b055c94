import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { describe, it } from 'vitest';

import * as library from '../src/index.js';
import { readExamples } from './support/examples.js';

describe('README.md', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  for (const { title, run } of readExamples(readme)) {
    it(`has an example that runs under "${title}"`, () => run(assert, library));
  }
});
