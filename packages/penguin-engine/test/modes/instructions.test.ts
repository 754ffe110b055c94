import { describe, expect, it } from 'vitest';

import { defineTool } from '../../src/index.js';
import { renderInstructions } from '../../src/modes/instructions.js';

describe('renderInstructions', () => {
  it('shows a tool without a description by its tag alone', () => {
    const tool = (name: string, description: string) =>
      defineTool({ name, description, execute: () => '' });
    const text = renderInstructions('task', [tool('zap', ''), tool('look', 'Looks')], 1);
    expect(text).toContain('\n- <zap>\n- <look>: Looks\n');
  });
});
