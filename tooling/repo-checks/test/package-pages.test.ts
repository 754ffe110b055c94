import { pagesOfPackage, sectionOfPackage, wordsBesideCode } from '@rlm/config/package-pages';
import { describe, expect, it } from 'vitest';

import { packages, read } from './workspace.js';

describe('wordsBesideCode', () => {
  it('counts the words of prose and tables, and no code', () => {
    const table = '| a name | what for |\n| --- | --- |\n| `run(x)` | it runs |\n';
    expect(
      wordsBesideCode(`# Two words\n\n${table}\n\`\`\`ts\nconst no = 1;\n\`\`\`\n\nEnd.`),
    ).toBe(10);
  });
});

describe('sectionOfPackage', () => {
  it('refuses a section that is nowhere', () => {
    expect(() => sectionOfPackage('runner', 'Nowhere')).toThrow(/\b0 sections "Nowhere"/);
  });
});

describe('README.md', () => {
  it('has 450 words at the most', () => {
    expect(wordsBesideCode(read('README.md'))).toBeLessThanOrEqual(450);
  });
});

describe.each(packages)('the pages of @rlm/%s', (name) => {
  const [readme = '', ...docs] = pagesOfPackage(name);
  const { files } = JSON.parse(read(`packages/${name}/package.json`)) as { files: string[] };

  it('begin with a README of 600 words at the most', () => {
    expect(wordsBesideCode(read(readme))).toBeLessThanOrEqual(600);
  });

  it('are in the tarball: `files` in package.json', () => {
    expect(files).toContain('docs');
    expect(docs.length).toBeGreaterThan(0);
  });

  it('are all linked from the README', () => {
    const linked = docs.map((page) => page.replace(`packages/${name}/`, ''));
    expect(linked.filter((page) => !read(readme).includes(`](${page})`))).toEqual([]);
  });

  it('say in the README that nothing is released, and how to install until then', () => {
    expect(read(readme)).toMatch(/Nothing is released yet/);
    expect(read(readme)).toContain('.pack/package.tgz');
  });

  it.each(docs)('begin with a title and a sentence: %s', (page) => {
    expect(read(page)).toMatch(/^# \S[^\n]*\n\n(?:\p{Lu}|`)[^\n]*\.\n/u);
  });
});
