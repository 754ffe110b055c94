import { errorWith } from '@rlm/config/error-with';
import { describe, expect, it } from 'vitest';

import { chooseModel, type ModelWishes } from '../../src/models/choose-model.js';
import { UsageError } from '../../src/usage-error.js';
import { answering, startServer } from './loopback-server.js';

const wishes: ModelWishes = { question: 'Who?', planner: false, environment: {}, servers: [] };
const models = JSON.stringify({ data: [{ id: 'nomic-embed' }, { id: 'tiny-chat' }] });

async function withServer<T>(
  handler: Parameters<typeof startServer>[0],
  use: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const server = await startServer(handler);
  try {
    return await use(server.baseUrl);
  } finally {
    await server.close();
  }
}

describe('chooseModel', () => {
  it('takes the planner where nothing answers, and says what it is', async () => {
    expect((await chooseModel(wishes)).label).toBe('planner: no language model');
  });

  it('takes a named endpoint, and the first model there that talks', async () => {
    await withServer(answering(200, models), async (baseUrl) => {
      const chosen = await chooseModel({ ...wishes, baseUrl });
      expect(chosen.label).toContain('tiny-chat');
      expect(chosen.model).toMatchObject({ modelId: 'tiny-chat' });
    });
  });

  it('takes the endpoint and model of the environment', async () => {
    await withServer(answering(200, models), async (baseUrl) => {
      const environment = { RLM_BASE_URL: baseUrl, RLM_MODEL: 'other' };
      expect((await chooseModel({ ...wishes, environment })).model).toMatchObject({
        modelId: 'other',
      });
    });
  });

  it('takes a local server that answers as one', async () => {
    await withServer(answering(200, models), async (baseUrl) => {
      const chosen = await chooseModel({ ...wishes, servers: [{ name: 'Ollama', baseUrl }] });
      expect(chosen.label).toContain('Ollama');
    });
  });

  it('says why it is this model', async () => {
    await withServer(answering(200, models), async (baseUrl) => {
      const servers = [{ name: 'Ollama', baseUrl }];
      const whyOf = async (more: Partial<ModelWishes>): Promise<string> =>
        (await chooseModel({ ...wishes, ...more })).why;
      expect(await whyOf({ planner: true })).toBe('named by --planner');
      expect(await whyOf({})).toBe('as no model is named, and no local server answers');
      const first = 'the first language model that the';
      expect(await whyOf({ servers })).toBe(`${first} local server lists`);
      expect(await whyOf({ baseUrl })).toBe(`${first} endpoint lists`);
      expect(await whyOf({ baseUrl, environment: { RLM_MODEL: 'm' } })).toBe('named by RLM_MODEL');
      expect(await whyOf({ baseUrl, model: 'm' })).toBe('named by --model');
      const namedBy = 'rlm.config.json';
      expect(await whyOf({ baseUrl, model: 'm', namedBy })).toBe('named by rlm.config.json');
    });
  });

  it.each([
    ['a web site', answering(200, '<html>hello</html>')],
    ['another API', answering(200, '{"status":"up"}')],
    ['an error', answering(500, '{}')],
    ['silence', undefined],
  ])('passes by a local port where there is %s', async (_what, handler) => {
    await withServer(handler, async (baseUrl) => {
      const chosen = await chooseModel({ ...wishes, servers: [{ name: 'llama.cpp', baseUrl }] });
      expect(chosen.label).toBe('planner: no language model');
    });
  });

  it.each([
    ['an error', answering(401, '{}'), /401/],
    ['a web site', answering(200, '<html>'), /not JSON/],
    ['another API', answering(200, '[]'), /OpenAI format/],
  ])('refuses a named endpoint that answers with %s', async (_what, handler, reason) => {
    await withServer(handler, async (baseUrl) => {
      const choice = chooseModel({ ...wishes, baseUrl });
      await expect(choice).rejects.toThrow(UsageError);
      await expect(choice).rejects.toThrow(reason);
    });
  });

  it('takes an endpoint that lists no models, if the model is named', async () => {
    await withServer(answering(404, '{}'), async (baseUrl) => {
      expect((await chooseModel({ ...wishes, baseUrl, model: 'm' })).model).toMatchObject({
        modelId: 'm',
      });
      await expect(chooseModel({ ...wishes, baseUrl })).rejects.toThrow(/it answered 404/);
    });
  });

  it('refuses a named endpoint where nobody listens, with the reason', async () => {
    const server = await startServer(answering(200, models));
    await server.close();
    const choice = chooseModel({ ...wishes, baseUrl: server.baseUrl });
    await expect(choice).rejects.toThrow(errorWith({ facts: [server.baseUrl, 'ECONNREFUSED'] }));
  });

  it('refuses a base URL that is none', async () => {
    await expect(chooseModel({ ...wishes, baseUrl: 'localhost:11434' })).rejects.toThrow(
      /http\(s\) address/,
    );
  });

  it('does not fall back to the planner when a model was named', async () => {
    await expect(chooseModel({ ...wishes, model: 'big' })).rejects.toThrow(
      / model big\b.* --base-url$/,
    );
    await expect(chooseModel({ ...wishes, model: 'planner' })).rejects.toThrow(
      / --base-url\b.* --planner$/,
    );
  });
});
