import type { EngineEvent } from '@rlm/penguin-engine';
import type { ActionResult, LoopMetrics } from '@rlm/policies';
import type { RlmEvent } from '@rlm/runner';

import {
  emptyRecord,
  fieldsOf,
  numberOf,
  numbersOf,
  textOf,
  textsOf,
  type Fields,
} from '../read.js';
import type { ViewEvent } from '../run-view.js';

/** What a run had used at a place. */
export interface LabFigures {
  readonly steps: number;
  readonly tokens: number;
  readonly costUsd: number;
  /** Calls of models, those of sub-queries and child runs too. */
  readonly calls: number;
  readonly timeMs: number;
}

/** A step of a run that was saved, as a policy is shown it. */
export interface LabStep {
  readonly step: number;
  readonly result: ActionResult;
  readonly metrics: Readonly<Record<string, number>>;
  readonly variables: Readonly<Record<string, string>>;
  /** Whether it gave the answer: policies are not asked then whether the run goes on. */
  readonly isFinal: boolean;
  readonly figures: LabFigures;
}

/** A run that was saved, as far as policies see it. */
export interface LabRun {
  readonly task: string;
  readonly maxSteps: number;
  readonly steps: readonly LabStep[];
  readonly answer: string | null;
  readonly whole: LabFigures;
  /** Whether tokens, cost and time are those that policies were shown; else they are what the events tell, without sub-queries. */
  readonly isExact: boolean;
}

/** Reads what policies would have seen out of the events of a run; of its children only what they cost. */
export function labRunOf(events: readonly ViewEvent[]): LabRun {
  const rootId = events[0]?.runId ?? '';
  const begin = events.findLastIndex(({ type, runId }) => type === 'run-start' && runId === rootId);
  const all = begin === -1 ? events : events.slice(begin);
  const read = new LabReader(rootId);
  for (const event of all) read.add(event, fieldsOf(event));
  return read.run();
}

type OpenStep = { -readonly [Key in keyof LabStep]: LabStep[Key] };

class LabReader {
  readonly #rootId: string;
  readonly #steps: OpenStep[] = [];
  readonly #exact = new Set<number>();
  #task = '';
  #maxSteps = Infinity;
  #variables: Record<string, string> = emptyRecord();
  #coverage: number | undefined;
  #errorsInARow = 0;
  #tokens = 0;
  #costUsd = 0;
  #calls = 0;
  #timeMs = 0;
  #end: Fields | undefined;

  constructor(rootId: string) {
    this.#rootId = rootId;
  }

  add(event: ViewEvent, fields: Fields): void {
    if (event.type === 'model-end') this.#calls += 1;
    const { kind, origin } = fields;
    if (event.type === 'query-end' && kind === 'llm_query' && origin === 'asked') this.#calls += 1;
    if (event.type === 'model-end') this.#spend(fieldsOf(fields['usage']));
    if (event.runId !== this.#rootId) return;
    const kindOfEvent = event.type as (EngineEvent | RlmEvent)['type'];
    switch (kindOfEvent) {
      case 'run-start':
        this.#maxSteps = numberOf(fields['maxSteps']) ?? Infinity;
        return;
      case 'session-open':
        this.#task = textOf(fields['query']);
        return;
      case 'code-end':
        this.#variables = textsOf(fieldsOf(fields['result'])['locals']);
        return;
      case 'coverage':
        this.#coverage = numberOf(fields['fraction']);
        return;
      case 'step-end':
        this.#endStep(event.step, fields);
        return;
      case 'policy-decision':
        this.#noteMetrics(event.step, fields);
        return;
      case 'run-end':
        this.#end = fieldsOf(fields['result']);
        return;
      default:
      // Policies are shown nothing else. If a new event brings a figure, `LoopMetrics` has it, and `#endStep` does not compile.
    }
  }

  run(): LabRun {
    const { usage, durationMs, answer, finishSummary, stop } = this.#end ?? {};
    const total = fieldsOf(fieldsOf(usage)['total']);
    const last = this.#steps.at(-1);
    const now = this.#figures();
    const whole = {
      ...now,
      tokens:
        (numberOf(total['inputTokens']) ?? 0) + (numberOf(total['outputTokens']) ?? 0) ||
        now.tokens,
      costUsd: numberOf(total['costUsd']) ?? now.costUsd,
      timeMs: numberOf(durationMs) ?? now.timeMs,
    };
    const isAnswered = this.#end !== undefined && (stop === null || stop === undefined);
    if (last !== undefined && isAnswered) {
      last.isFinal = true;
      last.figures = whole;
    }
    const asked = this.#steps.filter(({ isFinal }) => !isFinal);
    const said = answer ?? finishSummary;
    return {
      task: this.#task,
      maxSteps: this.#maxSteps,
      steps: this.#steps,
      answer: typeof said === 'string' ? said : null,
      whole,
      isExact: asked.every(({ step }) => this.#exact.has(step)),
    };
  }

  #spend({ inputTokens, outputTokens, costUsd }: Fields): void {
    this.#tokens += (numberOf(inputTokens) ?? 0) + (numberOf(outputTokens) ?? 0);
    this.#costUsd += numberOf(costUsd) ?? 0;
  }

  #endStep(step: number, fields: Fields): void {
    const result = resultOf(fieldsOf(fields['result']));
    this.#errorsInARow = result.success ? 0 : this.#errorsInARow + 1;
    this.#timeMs += numberOf(fields['durationMs']) ?? 0;
    const reward = numberOf(result.metadata['reward']);
    this.#steps.push({
      step,
      result,
      variables: this.#variables,
      isFinal: false,
      figures: this.#figures(1),
      // A new figure does not compile until it has a row here.
      metrics: numbersOf({
        coverage: this.#coverage,
        elapsed_ms: this.#timeMs,
        total_tokens: this.#tokens,
        cost_usd: this.#costUsd,
        consecutive_errors: this.#errorsInARow,
        last_reward: reward,
      } satisfies Record<keyof LoopMetrics, number | undefined>),
    });
  }

  /** The very figures that a policy of that run was shown. */
  #noteMetrics(step: number, { when, metrics }: Fields): void {
    const last = this.#steps.at(-1);
    if (when !== 'after' || last?.step !== step) return;
    this.#exact.add(step);
    last.metrics = { ...last.metrics, ...numbersOf(metrics) };
    const { total_tokens: tokens, cost_usd: costUsd, elapsed_ms: timeMs } = last.metrics;
    this.#tokens = tokens ?? this.#tokens;
    this.#costUsd = costUsd ?? this.#costUsd;
    this.#timeMs = timeMs ?? this.#timeMs;
    last.figures = this.#figures();
  }

  #figures(more = 0): LabFigures {
    return {
      steps: this.#steps.length + more,
      tokens: this.#tokens,
      costUsd: this.#costUsd,
      calls: this.#calls,
      timeMs: this.#timeMs,
    };
  }
}

/** A result as it was written; what `rlm ask --json` prints has parts of it. */
function resultOf(result: Fields): ActionResult {
  const { actionType, success, output, error, durationMs, tokensUsed, metadata } = result;
  return Object.freeze({
    actionType: textOf(actionType, 'text'),
    success: success !== false,
    output: textOf(output),
    error: typeof error === 'string' ? error : null,
    durationMs: numberOf(durationMs) ?? 0,
    tokensUsed: numberOf(tokensUsed) ?? 0,
    metadata: Object.freeze({ ...fieldsOf(metadata) }),
  });
}
