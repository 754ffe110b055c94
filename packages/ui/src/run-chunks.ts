import { definedFields } from '@rlm/repl-types/internal';
import { cutText } from '@rlm/repl-types';

import type { RlmEvent } from '@rlm/runner';
import type { Place } from './place.js';
import type { ReplyText } from './reply-text.js';
import type { RunDataChunk, RunUIChunk, RunUIData } from './ui-chunk.js';

/** Characters of one text of a data part: a longer one loses its middle. */
const maxPartChars = 16_000;

/** Queries, and blocks of code, that are remembered until they end; of more, the oldest are forgotten. */
const maxOpen = 500;

const cut = (text: string): string => cutText(text, maxPartChars).text;

/** The events that the agent loop adds, as far as they are shown. */
type AgentEvent = Pick<RlmEvent, 'runId' | 'parentId' | 'depth' | 'step'> &
  (
    | {
        readonly type: 'action-start';
        readonly action: string;
        readonly callId: string;
        readonly arguments: unknown;
      }
    | {
        readonly type: 'action-end';
        readonly record: {
          readonly callId: string;
          readonly result: string;
          readonly status: 'completed' | 'error';
        };
      }
  );

/** What the results of all loops have, and the answers of each. */
interface AnyResult {
  readonly finishReason: string;
  readonly stop: { readonly code: string } | null;
  /** The answer of `runRlm`. */
  readonly answer?: string | null;
  /** The last reply of the agent loop, which was shown as it came. */
  readonly assistantResponse?: string;
  /** What the agent loop was given by its finish tool. */
  readonly finishSummary?: string;
}

/** The text that only the result has: an answer, or the summary of an agent whose last reply has no words. */
function answerOf(result: AnyResult): string | undefined {
  const { finishReason, answer, assistantResponse = '', finishSummary } = result;
  if (typeof answer === 'string') return answer;
  return finishReason === 'final' && assistantResponse.trim() === '' ? finishSummary : undefined;
}

/** Turns the events of one run into chunks of one message. */
export class RunChunks {
  readonly #runId: string;
  readonly #reply: ReplyText;
  #hasStarted: boolean;
  #isInStep = false;
  readonly #queries = new Map<string, RunUIData['query']>();
  readonly #code = new Map<string, RunUIData['code']>();

  /** `hasStarted`: whether the client has the start of the message. */
  constructor(runId: string, hasStarted: boolean, reply: ReplyText) {
    this.#runId = runId;
    this.#reply = reply;
    this.#hasStarted = hasStarted;
  }

  /** The chunks of an event; none for what is not shown. `place`: where the run is, if that is known. */
  of(event: RlmEvent | AgentEvent, place: Place | undefined): readonly RunUIChunk[] {
    const chunks = event.depth === 0 ? this.#ofRoot(event, place) : this.#ofAny(event);
    if (this.#hasStarted || chunks.length === 0) return chunks;
    this.#hasStarted = true;
    return [{ type: 'start', messageId: this.#runId }, ...chunks];
  }

  #ofRoot(event: RlmEvent | AgentEvent, place: Place | undefined): readonly RunUIChunk[] {
    const reply = this.#reply;
    switch (event.type) {
      case 'run-start':
        reply.kind = event.protocol === 'rlm' ? 'reasoning' : 'text';
        return [];
      case 'step-start':
        return [...this.#endStep(), ...this.#startStep()];
      case 'model-start':
        return place === undefined ? reply.restart() : reply.start(place);
      case 'text-delta':
        return reply.write(event.text);
      case 'model-end':
        // A summary of the conversation is not shown as it comes, and so not in a replay.
        return event.purpose === 'summary' ? reply.close() : reply.end(event.text);
      case 'retry':
        return reply.restart();
      case 'budget':
        return [{ type: 'data-budget', id: 'budget', data: budgetOf(event) }];
      case 'run-end':
        return this.#end(event.result);
      default:
        return this.#ofAny(event);
    }
  }

  #ofAny(event: RlmEvent | AgentEvent): readonly RunUIChunk[] {
    const { runId, step } = event;
    switch (event.type) {
      case 'code-start': {
        const { block } = event;
        return this.#tellCode({ runId, step, block, code: cut(event.code), status: 'running' });
      }
      case 'code-end': {
        const { block, result } = event;
        const id = `${runId}/${String(step)}/${String(block)}`;
        const begun = this.#code.get(id) ?? { runId, step, block, code: '' };
        const status = result.success ? 'success' : 'error';
        const { stdout, stderr } = result;
        const error = result.error ? cut(result.error.message) : null;
        const data = { runId, step, block, stdout: cut(stdout), stderr: cut(stderr), error };
        return [
          ...this.#tellCode({ ...begun, status }),
          { type: 'data-output', id: `${id}/output`, data },
        ];
      }
      case 'query-start': {
        const { queryId, kind, name, prompt } = event;
        const data = { runId, step, kind, name, prompt: cut(prompt), status: 'running' } as const;
        remember(this.#queries, queryId, data);
        return [{ type: 'data-query', id: queryId, data }];
      }
      case 'query-end': {
        const { queryId, kind, name, origin, durationMs, response, error } = event;
        const begun = this.#queries.get(queryId) ?? { runId, step, kind, name, prompt: '' };
        this.#queries.delete(queryId);
        const came = definedFields({
          response: response === undefined ? undefined : cut(response),
          error: error === undefined ? undefined : { ...error, message: cut(error.message) },
        });
        const status = error === undefined ? 'answered' : 'failed';
        const data = { ...begun, status, origin, durationMs, ...came } as const;
        return [{ type: 'data-query', id: queryId, data }];
      }
      case 'action-start': {
        const { callId, action: toolName, arguments: input } = event;
        const toolCallId = `${runId}/${callId}`;
        const call = { toolCallId, toolName, input, dynamic: true } as const;
        return [...this.#reply.close(), { type: 'tool-input-available', ...call }];
      }
      case 'action-end': {
        const { callId, result, status } = event.record;
        const call = { toolCallId: `${runId}/${callId}`, dynamic: true } as const;
        return status === 'completed'
          ? [{ type: 'tool-output-available', ...call, output: result }]
          : [{ type: 'tool-output-error', ...call, errorText: result }];
      }
      case 'events-dropped': {
        const data = { events: event.count, bytes: event.bytes };
        return [...this.#reply.restart(), { type: 'data-gap', data }];
      }
      default:
        return [];
    }
  }

  #tellCode(data: RunUIData['code']): readonly RunDataChunk[] {
    const id = `${data.runId}/${String(data.step)}/${String(data.block)}`;
    if (data.status === 'running') remember(this.#code, id, data);
    else this.#code.delete(id);
    return [{ type: 'data-code', id, data }];
  }

  #startStep(): readonly RunUIChunk[] {
    this.#isInStep = true;
    return [{ type: 'start-step' }];
  }

  #endStep(): readonly RunUIChunk[] {
    const closing = this.#reply.close();
    if (!this.#isInStep) return closing;
    this.#isInStep = false;
    return [...closing, { type: 'finish-step' }];
  }

  #end(result: AnyResult): readonly RunUIChunk[] {
    const { finishReason, stop } = result;
    const answer = answerOf(result);
    const id = 'answer';
    const text: readonly RunUIChunk[] =
      answer === undefined
        ? []
        : [
            { type: 'text-start', id },
            { type: 'text-delta', id, delta: answer },
            { type: 'text-end', id },
          ];
    const code = stop?.code ?? '';
    const why: readonly RunUIChunk[] =
      stop === null ? [] : [{ type: 'data-stop', data: { finishReason, code } }];
    const head = [...this.#endStep(), ...text, ...why];
    if (finishReason === 'aborted') return [...head, { type: 'abort' }];
    if (finishReason !== 'error') {
      return [
        ...head,
        { type: 'finish', finishReason: finishReason === 'final' ? 'stop' : 'other' },
      ];
    }
    // A message may hold what clients are not to know, an address or a key.
    return [...head, { type: 'error', errorText: `The run failed (${code}).` }];
  }
}

/** Their ends may never come: a slow reader misses events. */
function remember<T>(open: Map<string, T>, id: string, data: T): void {
  open.set(id, data);
  const [oldest = id] = open.keys();
  if (open.size > maxOpen) open.delete(oldest);
}

type BudgetEvent = Extract<RlmEvent, { readonly type: 'budget' }>;

function budgetOf(event: BudgetEvent): RunUIData['budget'] {
  const { stepsLeft, tokensLeft, costUsdLeft, subQueriesLeft, timeLeftMs } = event;
  const finite = (left: number): number | null => (Number.isFinite(left) ? left : null);
  return {
    stepsLeft: finite(stepsLeft),
    tokensLeft: finite(tokensLeft),
    costUsdLeft: finite(costUsdLeft),
    subQueriesLeft: finite(subQueriesLeft),
    timeLeftMs: finite(timeLeftMs),
  };
}
