import { countCodePoints, describeValue, settle } from '@rlm/repl-types/internal';

import { PolicyError } from '../policy-error.js';
import { cutCodePoints } from '../define/code-points.js';
import { definePolicy, type PolicyFactory } from '../define/define-policy.js';
import {
  actionOf,
  countActions,
  countSteps,
  entriesOf,
  keyOutputs,
  outputOf,
  splitLast,
  summarised,
} from './entries.js';
import type { CompactionPolicy, HistoryEntry } from '../shapes/compaction.js';

/** Writes a summary: calls a model with a prompt. */
export type Summarise = (prompt: string) => string | Promise<string>;

/** Options of {@link llm}. */
export interface LlmCompactionOptions {
  /** A shorter history is never compacted. Default: 5. */
  readonly minEntriesToCompact?: number | undefined;
  /** A history of this many entries or more is compacted. Default: 10. */
  readonly maxEntriesBeforeCompact?: number | undefined;
  /** Entries at the end that are kept. Default: 2. */
  readonly preserveLastN?: number | undefined;
  /** The requested length of the summary. Default: 200 tokens. */
  readonly summaryMaxTokens?: number | undefined;
  /** Whether the model sees outputs; without a model, whether the summary quotes them. Default: true. */
  readonly includeKeyFindings?: boolean | undefined;
  /** Writes the summary; its errors are passed on. Default: none, and the summary is made by rule. */
  readonly summarise?: Summarise | undefined;
}

/** `llm`: a summary by a model that you pass. Without one, or if it writes nothing, the summary is made by rule. */
export const llm: PolicyFactory<LlmCompactionOptions, CompactionPolicy> = definePolicy<
  LlmCompactionOptions,
  CompactionPolicy
>({
  name: 'llm',
  description: 'Summarise by a model',
  defaults: {
    minEntriesToCompact: 5,
    maxEntriesBeforeCompact: 10,
    preserveLastN: 2,
    summaryMaxTokens: 200,
    includeKeyFindings: true,
    summarise: noSummary,
  },
  create: (config) => ({
    shouldCompact(given) {
      const { length } = entriesOf(given);
      return length >= config.minEntriesToCompact && length >= config.maxEntriesBeforeCompact;
    },
    compact(history, context) {
      const [replaced, kept] = splitLast(history, config.preserveLastN);
      if (replaced.length === 0) return { history, summary: '' };
      const byRule = summariseByRule(replaced, config.includeKeyFindings);
      const finish = (text: string) => {
        if (typeof text !== 'string') throw noText(text);
        const summary = text.trim();
        return summarised(summary === '' ? byRule : summary, replaced, kept);
      };
      const written = config.summarise(renderPrompt(replaced, context?.task ?? '', config));
      return typeof written === 'string' ? finish(written) : settle(written).then(finish);
    },
    reset() {
      // It keeps no state.
    },
  }),
});

function noText(came: unknown): PolicyError {
  return new PolicyError(
    'policy_failed',
    `Expected summarise() of policy 'llm' to give text, got ${describeValue(came)}.`,
  );
}

function noSummary(): string {
  return '';
}

function summariseByRule(entries: readonly HistoryEntry[], findings: boolean): string {
  const outputs = keyOutputs(entries, 4, 100, (output) => countCodePoints(output) > 10);
  return [
    `Executed ${countSteps(entries)} steps: ${countActions(entries)}`,
    ...(findings ? outputs.map((output) => `- ${output}...`) : []),
  ].join(' ');
}

function renderPrompt(
  entries: readonly HistoryEntry[],
  task: string,
  config: { readonly summaryMaxTokens: number; readonly includeKeyFindings: boolean },
): string {
  const steps = entries.map((entry, at) => {
    const output = config.includeKeyFindings ? ` - ${cutCodePoints(outputOf(entry), 200)}` : '';
    return `Step ${at + 1}: ${actionOf(entry)}${output}`;
  });
  return [
    `Sum up what has been done so far, in at most ${config.summaryMaxTokens} tokens.`,
    'Keep what was found out, what worked, and what a next step must know.',
    `Task: ${task}`,
    'Steps:',
    ...steps,
  ].join('\n');
}
