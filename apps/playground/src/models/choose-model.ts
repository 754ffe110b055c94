import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ModelLike } from '@rlm/penguin-engine/model';

import { createPlanner, plannerName } from '../planner/create-planner.js';
import { UsageError } from '../usage-error.js';
import { openByHand } from './by-hand.js';
import { probeEndpoint } from './endpoint.js';
import { fetchReply } from './fetch-reply.js';

/** The models of one run, and how to name them to a person. */
export interface ChosenModel {
  readonly label: string;
  /** What a person should know of the choice; absent: nothing. */
  readonly hint?: string | undefined;
  readonly model: ModelLike;
  readonly subModel: ModelLike;
}

/** What the choice depends on: the command line, then the environment. */
export interface ModelWishes {
  readonly question: string;
  readonly planner: boolean;
  /** The folder through which a person plays the model. */
  readonly byHand?: string | undefined;
  /** The language of the code that the model is to write. */
  readonly language?: 'javascript' | 'python';
  /** Told where a reply by hand is waited for. */
  readonly say?: (text: string) => void;
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
  readonly subModel?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where local servers are looked for; default {@link localServers}. */
  readonly servers?: readonly LocalServer[];
}

/** A server that people run on their own machine. */
interface LocalServer {
  readonly name: string;
  readonly baseUrl: string;
}

/** The usual places of local model servers. */
const localServers: readonly LocalServer[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
];

const localProbeMs = 300;
const namedProbeMs = 5_000;

/** A list of models may begin with ones that only embed. */
const firstTalking = (models: readonly string[]): string | undefined =>
  models.find((id) => !/embed|rerank|whisper|tts/i.test(id)) ?? models[0];

/**
 * Picks the model: a person, or the planner, where it is wished for; the endpoint that is named; a local server that
 * answers; the planner. Throws {@link UsageError} when a named endpoint does not answer.
 */
export async function chooseModel(wishes: ModelWishes): Promise<ChosenModel> {
  if (wishes.planner) return planner(wishes.question);
  if (wishes.byHand !== undefined) {
    const model = await openByHand(wishes.byHand, wishes.say ?? (() => undefined));
    return { label: `by hand, in ${wishes.byHand}`, model, subModel: model };
  }
  const { environment } = wishes;
  const apiKey = environment['RLM_API_KEY'] ?? environment['OPENAI_API_KEY'];
  const named = wishes.baseUrl ?? environment['RLM_BASE_URL'] ?? environment['OPENAI_BASE_URL'];
  if (named !== undefined) {
    if (!URL.canParse(named) || !/^https?:$/.test(new URL(named).protocol)) {
      throw new UsageError(`the base URL must be an http(s) address, not ${JSON.stringify(named)}`);
    }
    const probe = await probeEndpoint(named, { apiKey, timeoutMs: namedProbeMs });
    if (!probe.ok) {
      throw new UsageError(`${named} does not answer as a model server: ${probe.reason}`);
    }
    return connect('endpoint', named, probe.models, wishes, apiKey);
  }
  const servers = wishes.servers ?? localServers;
  const probes = await Promise.all(
    servers.map((server) => probeEndpoint(server.baseUrl, { timeoutMs: localProbeMs })),
  );
  for (const [index, probe] of probes.entries()) {
    const server = servers[index];
    if (server !== undefined && probe.ok && probe.models.length > 0) {
      return connect(server.name, server.baseUrl, probe.models, wishes, undefined);
    }
  }
  const wanted = wishes.model ?? environment['RLM_MODEL'];
  if (wanted !== undefined) {
    throw new UsageError(`no server for the model ${wanted}: name one with --base-url`);
  }
  const key = ['RLM_API_KEY', 'OPENAI_API_KEY'].find((name) => (environment[name] ?? '') !== '');
  const hint =
    key === undefined
      ? undefined
      : `${key} is set, but no endpoint to use it at: name one with --base-url or RLM_BASE_URL.`;
  if (wishes.language === 'python') {
    throw new UsageError(
      'there is no model for --python: name one with --base-url, or play it with --by-hand (the built-in planner writes JavaScript)',
    );
  }
  return { ...planner(wishes.question), hint };
}

function planner(question: string): ChosenModel {
  const model = createPlanner(question);
  return { label: plannerName, model, subModel: model };
}

function connect(
  name: string,
  baseUrl: string,
  listed: readonly string[],
  { model, subModel, environment }: ModelWishes,
  apiKey: string | undefined,
): ChosenModel {
  const id = model ?? environment['RLM_MODEL'] ?? firstTalking(listed);
  if (id === undefined) {
    throw new UsageError(`${baseUrl} lists no model: name one with --model`);
  }
  const provider = createOpenAICompatible({
    name,
    baseURL: baseUrl,
    includeUsage: true,
    fetch: fetchReply,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  const root = provider(id);
  const host = new URL(baseUrl).host;
  return {
    label: `${id} (${name}, ${host})`,
    model: root,
    subModel: subModel === undefined ? root : provider(subModel),
  };
}
