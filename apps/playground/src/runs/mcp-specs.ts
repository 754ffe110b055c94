import { isDeepStrictEqual } from 'node:util';

import type { McpKeptQuestion, McpSpecs } from '@rlm/mcp/server';

import type { ModelSpec } from '../models/model-spec.js';
import { asRunSpec, specOf, type AskSettings, type RunSpec } from './run-spec.js';

/**
 * What `rlm mcp` keeps with a run: the same as `rlm ask`, so that `rlm runs`, `rlm show` and `rlm resume` know it. An agent
 * sees only runs that this server would begin in the same way.
 */
export function mcpSpecs(model: ModelSpec, settings: AskSettings): McpSpecs {
  const toSpec = ({ question, files, limits }: McpKeptQuestion): RunSpec =>
    specOf({
      question,
      project: process.cwd(),
      text: { isSingle: files.length === 1, files: [...files] },
      model,
      settings: { ...settings, ...lowered(settings, limits) },
    });
  return {
    write: toSpec,
    read(given) {
      const spec = asRunSpec(given);
      if (spec === undefined || 'contexts' in spec.text) return undefined;
      const { maxSteps, maxSubQueries, maxTokens, maxCostUsd, timeoutMs } = spec.settings;
      const limits = { maxSteps, maxSubQueries, maxTokens, maxCostUsd, timeoutMs };
      const kept = { question: spec.question, files: spec.text.files, limits };
      const { project } = toSpec(kept);
      return isDeepStrictEqual({ ...spec, project }, toSpec(kept)) ? kept : undefined;
    },
  };
}

const names = ['maxSteps', 'maxSubQueries', 'maxTokens', 'maxCostUsd', 'timeoutMs'] as const;

/** The limits of the command line, as far as the agent has lowered them. */
const lowered = (
  settings: AskSettings,
  limits: McpKeptQuestion['limits'],
): Partial<Pick<AskSettings, (typeof names)[number]>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const limit = Math.min(settings[name] ?? Infinity, limits[name] ?? Infinity);
      return limit === Infinity ? [] : [[name, limit] as const];
    }),
  );
