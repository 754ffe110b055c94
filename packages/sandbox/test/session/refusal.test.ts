import { expect, it } from 'vitest';

import { createSandbox } from '../../src/index.js';
import { scriptedBackend } from './support/scripted-backend.js';

it.each(['refused', 'unread'] as const)(
  'takes no word for %s from a guest that has called the host',
  async (status) => {
    const played = scriptedBackend([], {
      change(child, _, { onFrame }) {
        const send = child.send.bind(child);
        child.send = (frame) => {
          if (frame.type !== 'execute') {
            send(frame);
            return;
          }
          onFrame({ type: 'call', call: 1, name: 'llm_query', args: '["a"]' });
          onFrame({ type: 'done', id: frame.id, status });
        };
      },
    });
    const session = await createSandbox(played).open({ functions: { llm_query: () => 'a' } });
    expect(await session.execute('x')).toMatchObject({
      outcome: 'violation',
      refused: false,
      unread: false,
    });
    await session.close();
  },
);
