import type { RunJournal } from '@rlm/penguin-engine/kernel';
import type { RlmEvent, RlmResult } from '@rlm/runner';

import { ask } from '../ask.js';
import { evidenceOf } from '../evidence.js';
import { listenForInterrupt } from '../interrupt.js';
import { hintFor } from '../models/hint-for.js';
import type { OpenedModel } from '../models/open-model.js';
import type { ReadText } from '../read-text.js';
import { toJsonLine } from '../render/json-line.js';
import { grouped } from '../render/numbers.js';
import { plainText } from '../render/plain-text.js';
import { createReplayGate } from '../render/replay-gate.js';
import { answerText, createRunRenderer, hasAnswer, whyNoAnswer } from '../render/run-renderer.js';
import { explainFault, isJournalFault } from '../runs/explain.js';
import type { AskSettings } from '../runs/run-spec.js';
import type { Runs } from '../runs/runs.js';
import { saveTrajectory } from '../save-trajectory.js';
import type { Screen } from './screen.js';

/** A run that is written down. */
interface KeptRun {
  readonly runs: Runs;
  readonly journal: RunJournal;
}

/** A question with all that it takes to answer it. */
export interface Question {
  readonly question: string;
  readonly text: ReadText;
  readonly settings: AskSettings;
  readonly chosen: OpenedModel & { readonly hint?: string | undefined };
  /** The file that the events are written to. */
  readonly save?: string | undefined;
  /** Absent: nothing is written down. */
  readonly run?: KeptRun | undefined;
  /** Why nothing is, where a person may wonder. */
  readonly whyNotKept?: string | undefined;
}

/** Answers a question, and returns the exit code. The answer goes to stdout, all else to stderr. */
export async function answer(asked: Question, { line, style }: Screen): Promise<number> {
  const { question, text, settings, chosen, run } = asked;
  const { output, history } = settings;
  const say = (words: string): void => {
    line.print(`${words}\n`);
  };
  const tell = (result?: RlmResult): void => {
    const words = run === undefined ? undefined : howToGoOn(run, result);
    if (words !== undefined) say(words);
  };
  const saved = asked.save === undefined ? undefined : await saveTrajectory(asked.save);
  const interrupt = listenForInterrupt(tell);
  const writeAnswer = (words: string): void => {
    const { isTTY } = process.stdout;
    if (isTTY && output === 'text') line.print(`${style.bold(style.good('Answer:'))} `);
    process.stdout.write(`${isTTY ? plainText(words) : words}\n`);
  };
  const renderer = createRunRenderer(line, style, writeAnswer);
  const writeJson = (value: unknown): void => {
    process.stdout.write(`${toJsonLine(value)}\n`);
  };
  const gate = createReplayGate(renderer.event, (words) => {
    say(style.dim(words));
  });

  if (output === 'text') {
    say(`${style.bold('Question:')} ${question}`);
    say(`${style.bold('Text:')} ${text.label}, ${grouped(text.characters)} characters`);
    for (const note of text.notes ?? []) say(style.dim(note));
    say(`${style.bold('Model:')} ${chosen.label}`);
    if (run !== undefined) say(`${style.bold('Run:')} ${run.journal.runId}`);
    if (asked.whyNotKept !== undefined) say(style.dim(asked.whyNotKept));
    if (chosen.hint !== undefined) say(style.dim(chosen.hint));
  }
  const { result, promptChars } = await ask({
    ...settings,
    ...chosen,
    question,
    text,
    journal: run?.journal,
    abortSignal: interrupt.signal,
    onEvent(event) {
      if (output === 'text' && !isToldAtEnd(event)) gate.event(event);
      if (output === 'events') writeJson(event);
      saved?.event(event);
    },
  }).finally(() => {
    interrupt.stop();
    line.close();
  });
  const evidence = evidenceOf(result.value, text.value);
  const figures = { contextChars: text.characters, promptChars, model: chosen.label };
  if (output === 'text') {
    gate.end();
    if (!isJournalFault(result.stop?.error)) renderer.result(result, evidence, figures);
    const hint = hintFor(result.stop?.error);
    if (hint !== undefined) say(style.dim(hint));
    if (history) say(`\n${result.steps.format(result.steps.length)}`);
  }
  if (output === 'quiet') {
    if (hasAnswer(result)) writeAnswer(answerText(result));
    else {
      const hint = hintFor(result.stop?.error);
      say(`rlm: no answer: ${whyNoAnswer(result)}${hint === undefined ? '' : `; ${hint}`}`);
    }
  }
  if (output === 'json') writeJson({ question, ...result.toJSON(), evidence, ...figures });
  tell(result);
  await saved?.end().catch((error: unknown) => {
    say(
      `rlm: the trajectory could not be written to ${asked.save ?? ''}: ${(error as Error).message}`,
    );
  });
  if (result.finishReason === 'aborted') return 130;
  return hasAnswer(result) ? 0 : 1;
}

/** A fault of the journal is told at the end, with what to do about it. */
const isToldAtEnd = (event: RlmEvent): boolean =>
  event.type === 'error' && isJournalFault(event.error);

/** What a person can do with a run that has not come to its end; undefined where it has. */
function howToGoOn(
  { runs, journal: { runId } }: KeptRun,
  result: RlmResult | undefined,
): string | undefined {
  const again = runs.commandFor('resume', runId);
  if (result === undefined || result.finishReason === 'aborted') {
    return `The run ${runId} was interrupted, and is kept; to go on: ${again}`;
  }
  if (result.finishReason !== 'error') return undefined;
  const told = explainFault(result.stop?.error, { runs, runId });
  if (told !== undefined) return `rlm: ${told}`;
  return `The run ${runId} is kept as it was before this fault; to try again: ${again}`;
}
