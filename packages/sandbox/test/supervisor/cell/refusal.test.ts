import { expect, it } from 'vitest';

import { defineBackend } from '../../../src/engine.js';
import { scriptedRecipe } from '../support/scripted-recipe.js';

it('takes no word for it that nothing ran from a guest that has called the host', async () => {
  const recipe = scriptedRecipe([], {
    change(engine, _, { events }) {
      const send = engine.send.bind(engine);
      engine.send = (frame) => {
        if (frame.type !== 'execute') {
          send(frame);
          return;
        }
        events.onFrame({ type: 'call', call: 1, name: 'llm_query', args: '["a"]' });
        events.onFrame({ type: 'done', id: frame.id, status: 'refused' });
      };
    },
  });
  const session = await defineBackend(recipe).open({ functions: { llm_query: () => 'a' } });
  expect(await session.execute('x')).toMatchObject({ outcome: 'violation', refused: false });
  await session.close();
});
