import { describe, expect, it } from 'vitest';

import { parseActions, stripActions } from '../../src/index.js';
import { isMalformed } from '../../src/modes/read-reply.js';
import { preferred, readVectors, type Vector } from '../support/vectors.js';

interface Parsed {
  readonly type: string;
  readonly params: string;
  readonly raw_type?: string;
}
type Row = Vector<{ readonly text: string }, readonly Parsed[]>;
interface Better {
  readonly actions?: readonly Parsed[];
  readonly diagnostic?: string;
}

/** Rows about names that a later version renames: only `compat` knows them. */
const underCompat = new Set(['apply_diff', 'delete_lines', 'insert_lines', 'multiedit']);

describe.each(['parse_action', 'action_names'])('parseActions on %s', (file) => {
  const rows = readVectors<Row['input'], Row['expected']>(file);
  const known = rows.flatMap((row): readonly Parsed[] => {
    const better = (row.better as Better | undefined)?.actions ?? [];
    const expected = Array.isArray(row.expected) ? (row.expected as readonly Parsed[]) : [];
    return [...expected, ...(row.expected_head ?? []), ...better];
  });
  const names = new Set(known.flatMap(({ type, raw_type }) => [type, raw_type ?? type]));

  it.each(rows)('follows $name', (row) => {
    const isCompat = row.tags?.includes('compat') === true || underCompat.has(row.name);
    const { actions, diagnostics } = parseActions(row.input.text, {
      names,
      profile: isCompat ? 'compat' : 'strict',
    });
    const better = row.prefer === 'better' ? (row.better as Better) : {};
    const expected = better.actions ?? preferred(row);
    expect(actions.map(({ name, params, rawName }) => ({ name, params, rawName }))).toEqual(
      expected.map(({ type, params, raw_type }) => ({ name: type, params, rawName: raw_type })),
    );
    if (better.diagnostic !== undefined) {
      expect(diagnostics.map(({ code }) => code)).toContain(better.diagnostic);
    }
    for (const { span } of actions) {
      expect(row.input.text.slice(...span)).toMatch(/^<[^]*>$/);
    }
  });

  it.each(
    rows.filter(({ version, expected }: Row & { version?: string }) => {
      return version === 'both' && Array.isArray(expected);
    }),
  )('reads $name under compat as the system of the document did', (row) => {
    const { actions } = parseActions(row.input.text, { names, profile: 'compat' });
    expect(actions.map(({ name, params }) => ({ type: name, params }))).toEqual(row.expected);
  });
});

describe('stripActions on strip_tags', () => {
  const rows = readVectors<
    { readonly text: string },
    { readonly strip_action_tags: string; readonly strip_incomplete_action_tags: string }
  >('strip_tags');
  const names = [
    'execute',
    'execute_command',
    'search',
    'finish_response',
    'finish_task',
    'delegate',
  ];

  it.each(rows)('follows $name', (row) => {
    const expected = row.prefer === 'better' ? (row.better as typeof row.expected) : row.expected;
    expect(stripActions(row.input.text, { names })).toBe(expected.strip_action_tags);
    expect(stripActions(row.input.text, { names, part: 'incomplete' })).toBe(
      expected.strip_incomplete_action_tags,
    );
  });
});

describe('isMalformed on malformed_action', () => {
  const notFollowed = new Map([
    ['self_closing', 'a self-closed tag is an action here, as parse_action asks for'],
  ]);
  const names = ['execute', 'search', 'finish_response', 'finish_task', 'read_file'];
  const rows = readVectors<{ readonly text: string }, boolean>('malformed_action');

  for (const row of rows) {
    const reason = notFollowed.get(row.name);
    if (reason !== undefined) {
      it.skip(`${row.name} (skipped: ${reason})`);
      continue;
    }
    it(`follows ${row.name}`, () => {
      const expected = row.prefer === 'better' ? row.better : row.expected;
      expect(isMalformed(parseActions(row.input.text, { names }))).toBe(expected);
    });
  }
});
