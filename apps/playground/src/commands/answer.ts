import type { RunJournal } from '@rlm/kernel';
import { formatSteps, type RlmEvent, type RlmResult } from '@rlm/runner';

import type { AnswerFile } from '../answer-file.js';
import { ask } from '../ask.js';
import { listenForInterrupt } from '../interrupt.js';
import type { OpenedModel } from '../models/open-model.js';
import type { ReadText } from '../read-text.js';
import { isolationLine } from '../render/isolation-line.js';
import { toJsonLine } from '../render/json-line.js';
import { counted } from '../view/text/numbers.js';
import { modelLine } from '../render/model-line.js';
import { createReplayGate } from '../render/replay-gate.js';
import { createRunRenderer } from '../render/run-renderer.js';
import { explainFault, isJournalFault } from '../runs/explain.js';
import type { AskSettings } from '../runs/run-spec.js';
import type { Runs } from '../runs/runs.js';
import { endSaved, type SavedTrajectory } from '../save-trajectory.js';
import type { Screen } from '../render/screen.js';
import { tellAnswer } from '../tell-answer.js';
import type { AnyText } from '../texts/read-context.js';

/** A run that is written down. */
interface KeptRun {
  readonly runs: Runs;
  readonly journal: RunJournal;
}

/** A question with all that it takes to answer it. */
export interface Question {
  readonly question: string;
  readonly text: ReadText<AnyText>;
  readonly settings: AskSettings;
  readonly chosen: OpenedModel & {
    readonly why?: string | undefined;
    readonly hint?: string | undefined;
  };
  /** What the events are written to. It is opened before the run is kept: a file that cannot be written is a mistake in the call. */
  readonly saved?: SavedTrajectory | undefined;
  /** Where the answer goes; undefined: stdout. */
  readonly answerFile?: AnswerFile | undefined;
  /** Absent: nothing is written down. */
  readonly run?: KeptRun | undefined;
  /** Why nothing is kept, if a person may wonder. */
  readonly whyNotKept?: string | undefined;
}

/** Answers a question, and returns the exit code. The answer goes to stdout, all else to stderr. */
export async function answer(asked: Question, screen: Screen): Promise<number> {
  const { question, text, settings, chosen, run, saved, answerFile } = asked;
  const { line, style } = screen;
  const { output, history } = settings;
  const say = (words: string): void => {
    line.print(`${words}\n`);
  };
  const tell = (result?: RlmResult): void => {
    const words = run === undefined ? undefined : howToGoOn(run, result);
    if (words !== undefined) say(words);
  };
  const interrupt = listenForInterrupt(tell);
  const renderer = createRunRenderer(
    screen,
    answerFile === undefined ? screen.writeAnswer : undefined,
  );
  const gate = createReplayGate(renderer.event, (words) => {
    say(style.dim(words));
  });

  if (output === 'text') {
    say(`${style.bold('Question:')} ${question}`);
    say(`${style.bold('Text:')} ${text.label}, ${counted(text.characters, 'character')}`);
    for (const note of text.notes ?? []) say(style.dim(note));
    say(modelLine(chosen, style));
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
    onIsolationMissing(words) {
      if (output === 'text') say(isolationLine(words, style));
    },
    onRun(begun) {
      if (output === 'text') line.follow(begun);
    },
    onEvent(event) {
      if (output === 'text' && !isToldAtEnd(event)) gate.event(event);
      if (output === 'events') process.stdout.write(`${toJsonLine(event)}\n`);
      saved?.event(event);
    },
  }).finally(() => {
    interrupt.stop();
    line.close();
  });
  const figures = { contextChars: text.characters, promptChars, model: chosen.label };
  if (output === 'text') gate.end();
  const told = { question, text, result, figures, output, renderer, screen };
  const code = await tellAnswer({ ...told, answerFile });
  if (output === 'text' && history) say(`\n${formatSteps(result.steps)}`);
  tell(result);
  await endSaved(saved, say);
  return code;
}

/** A fault of the journal is reported at the end, with what to do about it. */
const isToldAtEnd = (event: RlmEvent): boolean =>
  event.type === 'error' && isJournalFault(event.error);

/** What a person can do with a run that has not ended; undefined if it has. */
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
