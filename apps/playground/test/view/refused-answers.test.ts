import { expect, it } from 'vitest';

import { styleFor } from '../../src/render/style.js';
import { stepDocument } from '../../src/show/step-document.js';
import { addEvents, emptyTree } from '../../src/view/add-event.js';

it('shows an answer that was refused, and why', () => {
  const origin = { runId: 'root', parentId: null, depth: 0, step: 1 };
  const refused = { answer: '{"n":"x"}', code: 'schema_mismatch', reason: 'n: expected number' };
  const notice = { type: 'notice', code: 'schema_mismatch', message: 'Mend it.', refused };
  const view = addEvents(emptyTree, [
    { ...origin, type: 'run-start' },
    { ...origin, ...notice },
  ]);
  const run = view.runs[view.rootId];
  const step = run?.steps[0];
  if (run === undefined || step === undefined) throw new Error('no step');
  expect(step.notices).toEqual([
    {
      code: 'schema_mismatch',
      message: 'Mend it.',
      refused: { answer: '{"n":"x"}', reason: 'n: expected number' },
    },
  ]);
  const lines = stepDocument(step, {
    view,
    run,
    style: styleFor({ write: () => true }, {}),
  });
  expect(lines.join('\n')).toContain('answer refused: {"n":"x"}\n    n: expected number');
});
