import { UsageError } from '../usage-error.js';
import {
  findLocal,
  findNamed,
  talkingFirst,
  type FoundEndpoint,
  type LocalServer,
} from './find-endpoints.js';
import { requireAddress, type ModelSpec } from './model-spec.js';
import { keyNamesOf, keyOf, namedAddress } from './named-endpoint.js';
import { providers, type ProviderName } from './providers.js';
import { openModel, type ModelSurroundings, type OpenedModel } from './open-model.js';

/** The models of one run, what they are, and how to name them to a person. */
export interface ChosenModel extends OpenedModel {
  readonly spec: ModelSpec;
  /** Why it is this model: `named by --model`. */
  readonly why: string;
  /** What a person should know of the choice; absent: nothing. */
  readonly hint?: string | undefined;
}

/** What the choice depends on: the command line, then the environment. */
export interface ModelWishes extends ModelSurroundings {
  readonly planner: boolean;
  /** What names the model or the planner, if anything does; default: the option. */
  readonly namedBy?: string | undefined;
  /** The language of the code that the model is to write. */
  readonly language?: 'javascript' | 'python';
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
  readonly subModel?: string | undefined;
  /** Where local servers are looked for; default the usual places. */
  readonly servers?: readonly LocalServer[];
}

/**
 * Picks the model: the planner, if asked for; the endpoint that is named; a local server that
 * answers; the planner. Throws {@link UsageError} if a named endpoint does not answer, or lists no models and none is named.
 */
export async function chooseModel(wishes: ModelWishes): Promise<ChosenModel> {
  const { spec, why, hint } = await pickModel(wishes);
  return { ...(await openModel(spec, wishes)), spec, why, hint };
}

/** A choice before anything is opened. */
type Picked = Pick<ChosenModel, 'spec' | 'why' | 'hint'>;

async function pickModel(wishes: ModelWishes): Promise<Picked> {
  const { namedBy } = wishes;
  if (wishes.planner) {
    return { spec: { kind: 'planner' }, why: `named by ${namedBy ?? '--planner'}` };
  }
  const { environment } = wishes;
  if (wishes.provider !== undefined) {
    return { spec: ofProvider(wishes.provider, wishes), why: whoNames(wishes) ?? '' };
  }
  const named = await findNamed(wishes);
  // Some gateways list no models. If the address is wrong, the first call says so.
  const isAskedByName = named?.hasNoList === true && whoNames(wishes) !== undefined;
  if (named?.problem !== undefined && !isAskedByName) {
    throw new UsageError(`${named.baseUrl} does not answer as a model server: ${named.problem}`);
  }
  const local = named === undefined ? await findLocal(wishes.servers) : [];
  const found = named ?? local.find(({ models }) => models.length > 0);
  if (found !== undefined) {
    const place = named === undefined ? 'local server' : 'endpoint';
    const why = whoNames(wishes) ?? `the first language model that the ${place} lists`;
    return { spec: endpoint(found, wishes), why };
  }
  const wanted = wishes.model ?? environment['RLM_MODEL'];
  if (wanted !== undefined) {
    const builtIn = wanted === 'planner' ? '; the built-in planner is --planner' : '';
    throw new UsageError(`no server for the model ${wanted}: name one with --base-url${builtIn}`);
  }
  const key = ['RLM_API_KEY', 'OPENAI_API_KEY'].find((name) => (environment[name] ?? '') !== '');
  const byName = key === 'OPENAI_API_KEY' ? '--provider openai --model <id>, ' : '';
  const hint =
    key === undefined
      ? undefined
      : `${key} is set, but no endpoint to use it at: name one with ${byName}--base-url or RLM_BASE_URL.`;
  if (wishes.language === 'python') {
    throw new UsageError(
      'there is no model for --python: name one with --base-url (the built-in planner writes JavaScript)',
    );
  }
  const why = 'as no model is named, and no local server answers';
  return { spec: { kind: 'planner' }, why, hint };
}

/** `named by --model`; undefined if nothing names the model. */
function whoNames({ model, namedBy, environment }: ModelWishes): string | undefined {
  if (model !== undefined) return `named by ${namedBy ?? '--model'}`;
  return environment['RLM_MODEL'] === undefined ? undefined : 'named by RLM_MODEL';
}

/** The model of a provider, which has no first one: its list begins with any. Throws {@link UsageError} without a model or a key. */
function ofProvider(provider: ProviderName, wishes: ModelWishes): ModelSpec {
  const model = wishes.model ?? wishes.environment['RLM_MODEL'];
  if (model === undefined) {
    throw new UsageError(
      `--provider ${provider} needs a model: name one with --model (rlm doctor --provider ${provider} lists them)`,
    );
  }
  if (keyOf(wishes) === undefined) {
    throw new UsageError(
      `--provider ${provider} needs a key: set ${keyNamesOf(provider)[0]}, or name the variable that holds it with --api-key-env`,
    );
  }
  const baseUrl = namedAddress(wishes) ?? '';
  requireAddress(baseUrl);
  const { server } = providers[provider];
  const { subModel } = wishes;
  return { kind: 'endpoint', server, baseUrl, provider, model, subModel };
}

function endpoint(
  { server, baseUrl, models }: FoundEndpoint,
  { model, subModel, environment }: ModelWishes,
): ModelSpec {
  const id = model ?? environment['RLM_MODEL'] ?? talkingFirst(models)[0];
  if (id === undefined) throw new UsageError(`${baseUrl} lists no model: name one with --model`);
  const at = { server, baseUrl };
  return { kind: 'endpoint', ...at, model: id, subModel };
}
