import { stripActions, type EngineResult } from '@rlm/penguin-engine';

import type { Screen } from '../render/screen.js';
import { hintFor } from '../models/hint-for.js';
import { counted, dollars, duration, indent, tokensText } from '../view/text/numbers.js';
import { plainText } from '../view/text/plain-text.js';
import { toJsonLine } from '../render/json-line.js';
import { explainFault } from '../runs/explain.js';
import type { Runs } from '../runs/runs.js';
import type { TaskSettings } from '../arguments/task-arguments.js';

/** The outcome of a task, and how to show it. */
interface ToldTask {
  readonly prompt: string;
  readonly result: EngineResult;
  readonly output: TaskSettings['output'];
  readonly runs: Runs;
  readonly runId: string;
  readonly screen: Screen;
}

/** Shows the outcome of a task, and what a person can do now; returns the exit code. */
export function tellTask({ prompt, result, output, runs, runId, screen }: ToldTask): number {
  const { status, finishSummary, assistantResponse } = result;
  const { line, style, writeAnswer } = screen;
  const say = (words: string): void => {
    line.print(`${words}\n`);
  };
  const isDone = status === 'pending_review' || status === 'completed';
  const summary = finishSummary ?? assistantResponse;
  if (output === 'json') {
    const { cause: _, ...data } = result;
    process.stdout.write(`${toJsonLine({ prompt, ...data })}\n`);
  }
  if (isDone && output === 'quiet') writeAnswer(summary, { isAlone: true });
  if (isDone && output === 'text') {
    say('');
    writeAnswer(summary);
    say(style.dim(figuresOf(result)));
  }
  if (status === 'pending_review' && (output === 'text' || output === 'quiet')) {
    say(`The task waits for your review: ${runs.commandFor('approve', runId)}`);
    say(`or send it back: ${runs.commandFor('reject', runId)} --reason "<what is missing>"`);
  }
  if (status === 'completed' && output === 'text')
    say(`The task ${runId} is ${style.good('completed')}.`);
  if (isDone) return 0;
  const again = runs.commandFor('resume', runId);
  if (status === 'aborted') {
    say(`The task ${runId} was interrupted, and is kept; to go on: ${again}`);
    return 130;
  }
  const told = explainFault(result.cause, { runs, runId });
  const hint = hintFor(result.cause);
  say(
    `rlm: ${told ?? `the task ended without a result: ${plainText(result.error ?? result.stop?.message ?? status)}`}`,
  );
  if (hint !== undefined) say(hint);
  if (told === undefined && (output === 'text' || output === 'quiet')) {
    for (const words of lastWordsOf(result)) say(words);
  }
  return 1;
}

/** What a model said at last without finishing may be what was asked for: it is shown, and not as the result. */
function lastWordsOf({ assistantResponse, actionResults }: EngineResult): readonly string[] {
  const names = [...new Set(actionResults.map(({ action }) => action)), 'finish_task'];
  const words = stripActions(assistantResponse, { names }).trim();
  if (words === '') return [];
  return [
    'The model did not finish the task. Its last reply, which is not a result:',
    indent(words, '  > '),
    'To go on, give the task again, with another model (--model) or in other words.',
  ];
}

function figuresOf({ steps, actionResults, usage, durationMs }: EngineResult): string {
  const { inputTokens, cachedInputTokens, outputTokens, costUsd } = usage.total;
  return [
    counted(steps.length, 'step'),
    counted(actionResults.length, 'action'),
    tokensText(inputTokens + outputTokens, cachedInputTokens),
    ...(costUsd === 0 ? [] : [dollars(costUsd)]),
    duration(durationMs),
  ].join(' · ');
}
