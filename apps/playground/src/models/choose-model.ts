import { UsageError } from '../usage-error.js';
import { probeEndpoint } from './endpoint.js';
import { requireAddress, type EndpointSpec, type ModelSpec } from './model-spec.js';
import { keyOf, openModel, type ModelSurroundings, type OpenedModel } from './open-model.js';

/** The models of one run, what they are, and how to name them to a person. */
export interface ChosenModel extends OpenedModel {
  readonly spec: ModelSpec;
  /** What a person should know of the choice; absent: nothing. */
  readonly hint?: string | undefined;
}

/** What the choice depends on: the command line, then the environment. */
export interface ModelWishes extends Omit<ModelSurroundings, 'isResumed'> {
  readonly planner: boolean;
  /** The folder through which a person plays the model. */
  readonly byHand?: string | undefined;
  /** The language of the code that the model is to write. */
  readonly language?: 'javascript' | 'python';
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
  readonly subModel?: string | undefined;
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
  const { spec, hint } = await pickModel(wishes);
  return { ...(await openModel(spec, wishes)), spec, ...(hint === undefined ? {} : { hint }) };
}

/** A choice before anything is opened. */
type Picked = Pick<ChosenModel, 'spec' | 'hint'>;

async function pickModel(wishes: ModelWishes): Promise<Picked> {
  if (wishes.planner) return { spec: { kind: 'planner' } };
  if (wishes.byHand !== undefined) return { spec: { kind: 'by-hand', folder: wishes.byHand } };
  const { environment } = wishes;
  const apiKey = keyOf(environment);
  const named = wishes.baseUrl ?? environment['RLM_BASE_URL'] ?? environment['OPENAI_BASE_URL'];
  if (named !== undefined) {
    requireAddress(named);
    const probe = await probeEndpoint(named, { apiKey, timeoutMs: namedProbeMs });
    if (!probe.ok) {
      throw new UsageError(`${named} does not answer as a model server: ${probe.reason}`);
    }
    const at = { server: 'endpoint', baseUrl: named, isNamed: true };
    return { spec: endpoint(at, probe.models, wishes) };
  }
  const servers = wishes.servers ?? localServers;
  const probes = await Promise.all(
    servers.map((server) => probeEndpoint(server.baseUrl, { timeoutMs: localProbeMs })),
  );
  for (const [index, probe] of probes.entries()) {
    const server = servers[index];
    if (server !== undefined && probe.ok && probe.models.length > 0) {
      const at = { server: server.name, baseUrl: server.baseUrl, isNamed: false };
      return { spec: endpoint(at, probe.models, wishes) };
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
  return { spec: { kind: 'planner' }, hint };
}

function endpoint(
  at: Pick<EndpointSpec, 'server' | 'baseUrl' | 'isNamed'>,
  listed: readonly string[],
  { model, subModel, environment }: ModelWishes,
): ModelSpec {
  const id = model ?? environment['RLM_MODEL'] ?? firstTalking(listed);
  if (id === undefined) {
    throw new UsageError(`${at.baseUrl} lists no model: name one with --model`);
  }
  return { kind: 'endpoint', ...at, model: id, ...(subModel === undefined ? {} : { subModel }) };
}
