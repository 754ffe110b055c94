import { keyNamesOf } from '../models/named-endpoint.js';
import { providerNames } from '../models/providers.js';
import { counted, oneLine } from '../view/text/numbers.js';
import type { Style } from '../render/style.js';
import type { FoundBackend } from './find-backends.js';
import type { Report } from './examine.js';

/** Most models that are named of a server that nobody named. */
const maxModels = 5;

/** What was found, for a person. */
export function renderReport(report: Report, style: Style): string {
  const { node, endpoints, model, keys, backends, missing } = report;
  const good = style.good('found  ');
  const bad = style.bad('missing');
  const none = style.dim('-      ');
  return [
    style.bold('Node.js'),
    `  ${node.ok ? good : bad}  ${node.version}${node.ok ? '' : `; it takes ${node.needed} or newer: https://nodejs.org`}`,
    '',
    style.bold('Models'),
    ...endpoints.map(({ server, baseUrl, isNamed, models, problem }) => {
      const found = problem === undefined ? good : isNamed ? bad : none;
      return `  ${found}  ${server.padEnd(9)}  ${oneLine(baseUrl, 100)}: ${problem === undefined ? listed(models, isNamed) : oneLine(problem, 200)}`;
    }),
    `  ${good}  ${'planner'.padEnd(9)}  no language model: rules that search, count and rank`,
    `  ${takenModel(report)}`,
    ...(model === 'planner'
      ? [
          '  To get a model: start a local server (https://ollama.com, then: ollama pull qwen3),',
          '  or name an endpoint with --base-url or RLM_BASE_URL.',
          '  Without one, you can be the model in the page (rlm serve).',
        ]
      : []),
    '',
    style.bold('Keys (for the endpoint that is named; they are never shown)'),
    ...[undefined, ...providerNames].flatMap((provider) =>
      keyNamesOf(provider).map((name) => {
        const mark = keys.includes(name) ? style.good('set    ') : style.dim('not set');
        const use = provider === undefined ? '--base-url <url>' : `--provider ${provider}`;
        return `  ${mark}  ${name}, for ${use}`;
      }),
    ),
    '',
    style.bold('Where code runs'),
    ...backends.flatMap((backend) =>
      backendLines(backend, backend.ok ? good : backend.takenBy === undefined ? none : bad),
    ),
    '',
    missing.length === 0
      ? style.good('rlm ask works here.')
      : style.bad(`rlm ask does not work here; it lacks ${missing.join(', ')}.`),
  ].join('\n');
}

function takenModel({ model, endpoints }: Pick<Report, 'model' | 'endpoints'>): string {
  if (model === null) {
    const named = endpoints.find(({ isNamed }) => isNamed);
    return named?.problem === undefined
      ? 'rlm ask takes no model of the named endpoint by default: name one with --model <id>.'
      : 'rlm ask uses the named endpoint, which does not answer as a model server: fix it, or name none (--base-url, --provider, RLM_BASE_URL).';
  }
  const name = model === 'planner' ? 'the planner' : `${oneLine(model.id, 100)} (${model.server})`;
  return `rlm ask uses ${name} by default.`;
}

function listed(models: readonly string[], isNamed: boolean): string {
  if (models.length === 0) return 'it answers, and lists no model (name one with --model)';
  const shown = isNamed ? models : models.slice(0, maxModels);
  const named = shown.map((id) => oneLine(id, 60));
  const left = models.length - shown.length;
  const more = left > 0 ? `, and ${left} more (--base-url lists them)` : '';
  return `${counted(models.length, 'model')}: ${named.join(', ')}${more}`;
}

function backendLines(backend: FoundBackend, mark: string): readonly string[] {
  const { name, language, isolation, takenBy, ok, problem, hint } = backend;
  const what = `${name.padEnd(9)}  ${language === 'python' ? 'Python' : 'JavaScript'}`;
  const use = takenBy ?? 'for programs of yours';
  if (ok) {
    const found = `  ${mark}  ${what}, isolation ${isolation}: ${use}`;
    const { isolationMissing: missing } = backend;
    return missing === undefined
      ? [found]
      : [found, `           ${''.padEnd(9)}${oneLine(missing, 400)}`];
  }
  const told = `  ${mark}  ${what}: ${oneLine(problem ?? '', 300)}`;
  return hint === undefined ? [told] : [told, `           ${''.padEnd(9)}${oneLine(hint, 300)}`];
}
