import type { Tool } from '@rlm/kernel';
import type { ModelReply } from '@rlm/kernel/model';
import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';

import {
  type EngineEvent,
  type EngineResult,
  defineTool,
  runResponse,
  runTask,
} from '../../src/index.js';
import type { Vector } from './vectors.js';

/** One provider's answer as the loop suites write it. */
type Reply =
  | string
  | { readonly raise: string }
  | {
      readonly text: string;
      readonly tool_calls: readonly {
        readonly call_id: string;
        readonly name: string;
        readonly arguments: string;
      }[];
    };
type Output = string | { readonly raise: string };

/** The input of a row of loop_outcomes and iteration_loop. */
export interface LoopInput {
  readonly mode: 'response' | 'task';
  readonly replies: readonly Reply[];
  readonly max_iterations: number;
  readonly tools?: Readonly<Record<string, Output | readonly Output[]>>;
  readonly stop_at?: number;
  readonly token_budget?: number;
  readonly usages?: readonly Readonly<Record<string, number>>[];
}

/** The output of such a row, as far as our result has the same question. */
export interface LoopOutput {
  readonly status: string;
  readonly iterations: number;
  readonly assistant_response: string;
  readonly action_results: readonly {
    readonly action: string;
    readonly result: string;
    readonly status: string;
  }[];
  readonly provider_calls: number;
  readonly events?: readonly Readonly<Record<string, unknown>>[];
  readonly finish_status?: string;
  readonly finish_summary?: string;
  readonly error?: string;
}

export type LoopRow = Vector<LoopInput, LoopOutput> & {
  readonly head_extra?: { readonly finish_status?: string; readonly finish_summary?: string };
};

/** What a row's run came to, in the row's own words. */
export interface Played {
  readonly result: EngineResult;
  readonly output: Omit<LoopOutput, 'finish_status' | 'finish_summary' | 'error'>;
}

/** Runs a row. */
export async function play({ input }: LoopRow): Promise<Played> {
  const model = scriptedModel(input.replies.map((reply, index) => toReply(reply, index, input)));
  let asked = 0;
  const options = {
    model,
    prompt: 'Go',
    tools: ['execute', 'search', 'read_file'].map((name) => scriptedTool(name, input)),
    maxSteps: input.max_iterations,
    ...(input.token_budget === undefined ? {} : { limits: { maxTokens: input.token_budget } }),
    shouldStop: () => {
      asked += 1;
      return asked === input.stop_at;
    },
  };
  const run = input.mode === 'task' ? runTask(options) : runResponse(options);
  const events: EngineEvent[] = [];
  for await (const event of run) events.push(event);
  const result = await run.result;
  return {
    result,
    output: {
      status: result.status,
      iterations: result.steps.length,
      assistant_response: result.assistantResponse,
      action_results: result.actionResults.map(({ action, result: text, status }) => ({
        action,
        result: text,
        status,
      })),
      provider_calls: model.calls.length,
      ...(input.mode === 'task' ? { events: events.flatMap(taskEvent) } : {}),
    },
  };
}

function toReply(reply: Reply, index: number, { usages }: LoopInput): ScriptedReply {
  if (typeof reply === 'object' && 'raise' in reply) return { raise: new Error(reply.raise) };
  const given = usages?.[index];
  const whole: ModelReply =
    typeof reply === 'string'
      ? { text: reply }
      : {
          text: reply.text,
          toolCalls: reply.tool_calls.map(({ call_id, name, arguments: text }) => ({
            id: call_id,
            name,
            arguments: text,
          })),
        };
  if (given === undefined) return whole;
  const { input_tokens = 0, output_tokens = 0, reasoning_tokens = 0, total_tokens = 0 } = given;
  const counted = input_tokens + output_tokens + reasoning_tokens;
  return {
    ...whole,
    usage: {
      inputTokens: counted === 0 ? total_tokens : input_tokens,
      outputTokens: output_tokens + reasoning_tokens,
    },
  };
}

/** The suites name the tool behind `execute` `code_execution`. */
function scriptedTool(name: string, { tools = {} }: LoopInput): Tool {
  const tool = name === 'execute' ? 'code_execution' : name;
  const script = tools[tool];
  let calls = 0;
  return defineTool({
    name,
    description: '',
    execute: () => {
      const outputs = Array.isArray(script) ? (script as readonly Output[]) : [script as Output];
      const output = outputs[Math.min(calls, outputs.length - 1)];
      calls += 1;
      if (typeof output === 'object') throw new Error(output.raise);
      return output ?? `ok:${tool}`;
    },
  });
}

function taskEvent(event: EngineEvent): readonly Readonly<Record<string, unknown>>[] {
  switch (event.type) {
    case 'task-start':
      return [{ event: 'task_started', max_iterations: event.maxSteps }];
    case 'task-progress': {
      const { iteration, maxSteps, progress } = event;
      return [{ event: 'task_progressed', iteration, max_iterations: maxSteps, progress }];
    }
    case 'task-end': {
      const { iteration, maxSteps } = event;
      const at = { iteration, max_iterations: maxSteps };
      if (event.status === 'failed') return [{ event: 'task_failed', ...at, error: event.error }];
      const { finishStatus, requiresReview } = event;
      return [
        {
          event: 'task_completed',
          ...at,
          finish_status: finishStatus,
          requires_review: requiresReview,
        },
      ];
    }
    default:
      return [];
  }
}
