import { describe, expect, it } from 'vitest';

import changelog from '../changelog.js';
import { plainHeadings } from '../plain-headings.js';

const changeset = (summary: string): Parameters<typeof changelog.getReleaseLine>[0] => ({
  id: 'calm-owls-read',
  commit: 'b91910b',
  summary,
  releases: [],
});

describe('a line of a CHANGELOG', () => {
  it('is the sentence of the changeset, without its commit', async () => {
    const line = await changelog.getReleaseLine(
      changeset('`rlm ask` reads PDFs.\n'),
      'patch',
      null,
    );
    expect(line).toBe('- `rlm ask` reads PDFs.');
  });

  it('keeps later lines in the same entry', async () => {
    const line = await changelog.getReleaseLine(
      changeset('Two rules:\n\n- one\n- two'),
      'minor',
      null,
    );
    expect(line).toBe('- Two rules:\n\n  - one\n  - two');
  });

  it('names the new versions of dependencies', async () => {
    const dependencies = [{ name: '@rlm/kernel', newVersion: '0.2.0' }] as never;
    const line = await changelog.getDependencyReleaseLine([], dependencies, null);
    expect(line).toBe('- Depends on `@rlm/kernel` 0.2.0.');
  });

  it('is left out if no dependency has a new version', async () => {
    expect(await changelog.getDependencyReleaseLine([], [], null)).toBe('');
  });
});

describe('the headings of a CHANGELOG', () => {
  const written = (version: string, kinds: readonly string[]): string =>
    [`## ${version}`, ...kinds.map((kind) => `### ${kind} Changes`)].join('\n\n');

  it('say before 1.0 that a minor version may break', () => {
    expect(plainHeadings(written('0.2.0', ['Minor', 'Patch']))).toBe(
      '## 0.2.0\n\n### New, or may need changes in your code\n\n### Needs no change in your code',
    );
  });

  it('say from 1.0 on that it does not, whatever older versions say', () => {
    const text = `${written('1.1.0', ['Minor'])}\n\n${written('0.2.0', ['Minor'])}`;
    expect(plainHeadings(text)).toBe(
      '## 1.1.0\n\n### New\n\n## 0.2.0\n\n### New, or may need changes in your code',
    );
  });

  it('stay as they are the next time', () => {
    const once = plainHeadings(written('2.0.0', ['Major', 'Minor', 'Patch']));
    expect(plainHeadings(once)).toBe(once);
    expect(once).not.toContain('Changes');
  });
});
