import type { RlmEvent, RlmResult } from '@rlm/runner';
import { detectFinalInCode, proseOf } from '@rlm/termination';

import type { Evidence } from '../evidence.js';
import { describeStop } from '../view/selectors.js';
import { duration, grouped, indent, oneLine } from './numbers.js';
import type { StatusLine } from './status-line.js';
import type { Style } from './style.js';

/** What the figures at the end are made of, beside the result. */
interface Figures {
  readonly contextChars: number;
  readonly promptChars: number;
  readonly model: string;
}

/** Shows a run to a person while it works, and what it came to. */
export interface RunRenderer {
  readonly event: (event: RlmEvent) => void;
  readonly result: (result: RlmResult, evidence: readonly Evidence[], figures: Figures) => void;
}

/**
 * Renders for a terminal (live) or a pipe (plain lines). All goes to the line's output but the answer,
 * for which `answer` may name another place.
 */
export function createRunRenderer(
  line: StatusLine,
  style: Style,
  answer: (text: string) => void = (text) => {
    line.print(`${style.bold(style.good('Answer:'))} ${text}\n`);
  },
): RunRenderer {
  const say = (text: string): void => {
    line.print(`${text}\n`);
  };
  let openQueries = 0;

  return {
    event(event) {
      const margin = '  '.repeat(event.depth + 1);
      switch (event.type) {
        case 'step-start':
          say(style.bold(`\n${margin.slice(2)}Step ${event.step}`));
          break;
        case 'model-start':
          line.show(
            event.purpose === 'root' ? 'the model writes' : `a ${event.purpose} model answers`,
          );
          break;
        case 'model-end':
          if (event.purpose === 'root') {
            const words = oneLine(proseOf(event.text), 300);
            if (words !== '') say(`${margin}${words}`);
          }
          break;
        case 'code-start': {
          const ends = detectFinalInCode(event.code, { language: 'javascript' }).detected;
          say(style.dim(`${margin}code${ends ? ', which means to finish' : ''}:`));
          say(style.accent(indent(event.code, `${margin}| `)));
          line.show('the code runs');
          break;
        }
        case 'code-end': {
          const { stdout, stderr, error, value, executionTimeMs } = event.result;
          const shown = `${stdout}${stderr}`;
          const isSilent = shown === '' && value === null && error === undefined;
          const took = duration(executionTimeMs);
          say(style.dim(`${margin}${isSilent ? `no output (${took})` : `output (${took}):`}`));
          if (shown !== '') say(indent(shown, `${margin}> `));
          if (value !== null) say(indent(value, `${margin}= `));
          if (error !== undefined) say(style.bad(`${margin}> ${error.type}: ${error.message}`));
          line.show('');
          break;
        }
        case 'step-end':
          if (event.reward !== undefined)
            say(style.dim(`${margin}reward: ${event.reward.value.toFixed(2)}`));
          break;
        case 'query-start':
          openQueries += 1;
          line.show(`${openQueries} sub-quer${openQueries === 1 ? 'y' : 'ies'} under way`);
          break;
        case 'query-end':
          // Its start may lie in what was replayed.
          openQueries = Math.max(0, openQueries - 1);
          say(
            style.dim(`${margin}${event.name} (${duration(event.durationMs)}): `) +
              oneLine(event.response ?? `failed: ${event.error?.message ?? ''}`, 120),
          );
          break;
        case 'conclude-start':
          say(
            style.dim(`${margin}${describeStop(event.stop)}; the best answer so far is asked for`),
          );
          break;
        case 'notice':
          say(style.dim(`${margin}notice to the model: ${oneLine(event.message, 200)}`));
          break;
        case 'error':
          say(style.bad(`${margin}error: ${describeError(event.error)}`));
          break;
        default:
          break;
      }
    },

    result(result, evidence, figures) {
      line.show('');
      const { stop } = result;
      say('');
      if (hasAnswer(result)) answer(answerText(result));
      else {
        const why = stop === null ? (result.answer ?? result.finishReason) : describeStop(stop);
        say(style.bad(`No answer: ${why}`));
      }
      if (hasAnswer(result) && stop !== null)
        say(style.dim(`The run was ended early: ${describeStop(stop)}`));
      for (const { document, start, end, quote, verified } of evidence) {
        const place = `${document}, characters ${grouped(start)} to ${grouped(end)}`;
        say(
          `${style.bold('Evidence:')} ${place}${verified ? '' : style.bad(' (NOT found there)')}`,
        );
        say(indent(oneLine(quote, 300), '  > '));
      }
      say(
        style.dim(
          [
            `context ${grouped(figures.contextChars)} characters`,
            `prompt ${grouped(figures.promptChars)} characters`,
            `${result.steps.length} step(s)`,
            `${result.calls.sub + result.calls.recursive} sub-quer${result.calls.sub === 1 ? 'y' : 'ies'}`,
            duration(result.durationMs),
            figures.model,
          ].join(' · '),
        ),
      );
    },
  };
}

/** Whether a run came to an answer; the planner says of its own when it found nothing. */
export function hasAnswer({ answer, value }: RlmResult): boolean {
  if (answer === null) return false;
  const isFound = typeof value === 'object' && value !== null && 'found' in value;
  return !isFound || value.found !== false;
}

const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** An answer that brings its evidence along is shown without it: the evidence follows. */
function answerText({ answer, value }: RlmResult): string {
  if (typeof value === 'object' && value !== null && 'answer' in value) {
    if (typeof value.answer === 'string') return value.answer;
  }
  return answer ?? '';
}
