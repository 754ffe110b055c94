import type { ModelsArguments } from '../arguments/models-arguments.js';
import { findLocal, findNamed, talkingFirst } from '../models/find-endpoints.js';
import { addressOf } from '../models/model-spec.js';
import { namingOf } from '../models/named-endpoint.js';
import { toJsonLine } from '../render/json-line.js';
import { UsageError } from '../usage-error.js';
import { oneLine } from '../view/text/numbers.js';

/** `rlm models`: lists the models of the endpoint that is named, or else those of local servers; returns the exit code. */
export async function modelsCommand({ json, ...connection }: ModelsArguments): Promise<number> {
  const named = await findNamed(namingOf(connection));
  if (named?.problem !== undefined) {
    throw new UsageError(
      `${addressOf(named.baseUrl)} does not answer as a model server: ${named.problem}`,
    );
  }
  const endpoints = named === undefined ? await findLocal() : [named];
  const models = endpoints.flatMap((endpoint) =>
    talkingFirst(endpoint.models).map((id) => ({
      id,
      server: endpoint.server,
      baseUrl: addressOf(endpoint.baseUrl),
    })),
  );
  const { stdout, stderr } = process;
  if (json) stdout.write(`${toJsonLine(models)}\n`);
  else for (const { id, baseUrl: at } of models) stdout.write(`${oneLine(id, 200)}  ${at}\n`);
  if (models.length > 0) return 0;
  stderr.write(
    'rlm: no model is found. Start a local server (https://ollama.com, then: ollama pull qwen3), or name an endpoint with --base-url\n',
  );
  return 1;
}
