import { expect, it } from 'vitest';

import { defineBackend } from '../../../src/engine.js';
import { scriptedRecipe } from '../support/scripted-recipe.js';

it.each(['refused', 'unread'] as const)(
  'takes no word for %s from a guest that has called the host',
  async (status) => {
    const recipe = scriptedRecipe([], {
      change(engine, _, { events }) {
        const send = engine.send.bind(engine);
        engine.send = (frame) => {
          if (frame.type !== 'execute') {
            send(frame);
            return;
          }
          events.onFrame({ type: 'call', call: 1, name: 'llm_query', args: '["a"]' });
          events.onFrame({ type: 'done', id: frame.id, status });
        };
      },
    });
    const session = await defineBackend(recipe).open({ functions: { llm_query: () => 'a' } });
    expect(await session.execute('x')).toMatchObject({
      outcome: 'violation',
      refused: false,
      unread: false,
    });
    await session.close();
  },
);
