import type { Rlm, RlmEvent, RlmResult } from '@rlm/runner';

import type { OutputWishes } from '../arguments/ask-arguments.js';
import type { Screen } from '../render/screen.js';
import { tellAnswer } from '../tell-answer.js';
import { toJsonLine } from '../render/json-line.js';
import { createRunRenderer } from '../render/run-renderer.js';
import type { ReadText } from '../read-text.js';
import { GrowingTree } from '../view/add-event.js';

/** A question of a session. */
interface SessionQuestion {
  readonly rlm: Rlm;
  readonly question: string;
  readonly text: ReadText;
  /** The model, in words for a person. */
  readonly label: string;
  readonly screen: Screen;
  readonly output: OutputWishes['output'];
  readonly abortSignal: AbortSignal;
  /** Called with every event. */
  readonly onEvent: (event: RlmEvent) => void;
}

/** The outcome of a question. */
interface AnsweredInSession {
  readonly result: RlmResult;
  /** The REPL's variables, by name: a short text of the value. */
  readonly variables: Readonly<Record<string, string>>;
  readonly exitCode: number;
}

/** Answers one question of a session. */
export async function answerInSession(asked: SessionQuestion): Promise<AnsweredInSession> {
  const { rlm, question, text, label, screen, output, abortSignal, onEvent } = asked;
  const { line, style, writeAnswer } = screen;
  if (output === 'text' && !process.stdin.isTTY) {
    line.print(`\n${style.bold('Question:')} ${question}\n`);
  }
  const renderer = createRunRenderer(screen, writeAnswer);
  const run = rlm.run(question, { abortSignal });
  if (output === 'text') line.follow(run);
  let promptChars = 0;
  const view = new GrowingTree();
  for await (const event of run) {
    if (event.type === 'session-open' && event.depth === 0) promptChars = event.promptChars;
    if (output === 'text') renderer.event(event);
    onEvent(event);
    if (output === 'events') process.stdout.write(`${toJsonLine(event)}\n`);
    if (event.type !== 'text-delta') view.add(event);
  }
  const result = await run.result;
  const figures = { contextChars: text.characters, promptChars, model: label };
  const exitCode = await tellAnswer({ question, text, result, figures, output, renderer, screen });
  return { result, variables: view.now.runs[view.now.rootId]?.variables ?? {}, exitCode };
}
