import { describe, expect, it } from 'vitest';

import { findModels } from '../../src/doctor/find-models.js';
import { answering, startServer } from '../models/loopback-server.js';

const models = JSON.stringify({ data: [{ id: 'nomic-embed' }, { id: 'tiny-chat' }] });

describe('findModels', () => {
  it('finds nothing where nothing is named', async () => {
    expect(await findModels({ environment: {}, servers: [] })).toEqual({ endpoints: [], keys: [] });
  });

  it('tells what the named endpoint and the local servers say, and names keys without telling them', async () => {
    const server = await startServer(answering(200, models));
    const broken = await startServer(answering(500, '{}'));
    try {
      const { baseUrl } = server;
      const found = await findModels({
        environment: { RLM_BASE_URL: '', OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: 'secret' },
        servers: [{ name: 'vLLM', baseUrl: broken.baseUrl }],
      });
      expect(found).toEqual({
        endpoints: [
          { server: 'endpoint', baseUrl, isNamed: true, models: ['tiny-chat', 'nomic-embed'] },
          {
            server: 'vLLM',
            baseUrl: broken.baseUrl,
            isNamed: false,
            models: [],
            problem: expect.stringContaining('500') as string,
          },
        ],
        keys: ['OPENAI_API_KEY'],
      });
      expect(JSON.stringify(found)).not.toContain('secret');
    } finally {
      await Promise.all([server.close(), broken.close()]);
    }
  });
});
