import { createRlm } from '@rlm/runner';
import type { ModelFunction } from '@rlm/kernel/model';

import type { ChatArguments } from '../arguments/chat-arguments.js';
import { howToAsk } from '../ask.js';
import { requireIsolation } from '../backend.js';
import { answerInSession } from '../chat/answer-in-session.js';
import { listenForInterrupts } from '../chat/interrupts.js';
import { readLines } from '../chat/read-lines.js';
import { openAccount } from '../chat/session-account.js';
import { chooseModel, type ChosenModel } from '../models/choose-model.js';
import { namingOf } from '../models/named-endpoint.js';
import { readText } from '../read-text.js';
import { isolationLine } from '../render/isolation-line.js';
import { counted, oneLine } from '../view/text/numbers.js';
import { endSaved, saveTrajectory } from '../save-trajectory.js';
import { modelLine } from '../render/model-line.js';
import { openScreen } from '../render/screen.js';
import { createPlanner } from '../planner/create-planner.js';
import type { Style } from '../render/style.js';

/** `rlm chat`: answers questions over one text until the input ends; returns the exit code. */
export async function chatCommand(args: ChatArguments): Promise<number> {
  const screen = openScreen(args);
  const { line, style } = screen;
  const say = (words: string): void => {
    line.print(`${words}\n`);
  };
  await requireIsolation(args);
  const text = await readText(args.paths, { all: args.all });
  const wishes = { ...args, question: '', ...namingOf(args) };
  const { chosen, next } = talkingModel(await chooseModel(wishes));
  const onIsolationMissing = (words: string): void => {
    if (args.output === 'text') say(isolationLine(words, style));
  };
  const rlm = createRlm(await howToAsk({ ...args, ...chosen, text, onIsolationMissing }));
  const account = openAccount();
  const saved = await saveTrajectory(args.save);
  const interrupts = listenForInterrupts(
    () => process.exit(130),
    () => {
      say('(Ctrl-C again, Ctrl-D or /exit ends.)');
    },
  );
  if (args.output === 'text') {
    say(`${style.bold('Text:')} ${text.label}, ${counted(text.characters, 'character')}`);
    for (const note of text.notes ?? []) say(style.dim(note));
    say(modelLine(chosen, style));
    if (chosen.hint !== undefined) say(style.dim(chosen.hint));
    if (process.stdin.isTTY)
      say(style.dim('A question is a line; /help tells what else there is.'));
  }
  const lines = readLines(interrupts.press);
  let variables: Readonly<Record<string, string>> = {};
  let exitCode = 0;
  try {
    for (;;) {
      const typed = (await lines.next())?.trim();
      if (typed === undefined || typed === '/exit' || typed === '/quit') return exitCode;
      if (typed === '') continue;
      // Who types a line goes on; what waits in a pipe was not typed after Ctrl-C.
      if (process.stdin.isTTY) interrupts.forget();
      switch (typed) {
        case '/help':
          say(chatHelp);
          continue;
        case '/cost':
          say(account.words(args));
          continue;
        case '/vars':
          say(variablesText(variables, style));
          continue;
        default:
          if (/^\/\w*$/.test(typed)) {
            say(`There is no ${typed}.\n${chatHelp}`);
            continue;
          }
      }
      next(typed);
      const answered = await answerInSession({
        ...{ rlm, question: typed, text, label: chosen.label, screen },
        ...{ output: args.output, abortSignal: interrupts.begin() },
        onEvent: (event) => saved?.event(event),
      }).finally(interrupts.end);
      account.add(answered.result);
      variables = { ...variables, ...answered.variables };
      if (answered.exitCode !== 0) exitCode = 1;
    }
  } finally {
    interrupts.close();
    lines.close();
    await endSaved(saved, say);
    line.close();
    await rlm.close();
  }
}

/** What can be typed beside questions. */
const chatHelp = `/vars   the variables that the code has made
/cost   what was spent, and what a question may spend
/help   these words
/exit   ends, as Ctrl-D does; Ctrl-C stops the question under way, a second one ends`;

/** A model for several questions. It gets each question before it is asked. */
interface TalkingModel {
  readonly chosen: ChosenModel;
  readonly next: (question: string) => void;
}

/** A language model reads the question in its prompt. The planner is created again for each question. */
function talkingModel(chosen: ChosenModel): TalkingModel {
  if (chosen.spec.kind !== 'planner') return { chosen, next: () => undefined };
  let planner: ModelFunction = createPlanner('');
  const model: ModelFunction = (request) => planner(request);
  return {
    chosen: { ...chosen, model, subModel: model },
    next(question) {
      planner = createPlanner(question);
    },
  };
}

/** The variables of a session, one a line; functions are only counted. */
function variablesText(variables: Readonly<Record<string, string>>, style: Style): string {
  const named = Object.entries(variables);
  const values = named.filter(([, value]) => !/^(?:\[(?:Async)?Function|<function) /.test(value));
  const functions = named.length - values.length;
  if (named.length === 0) return 'There are no variables yet.';
  return [
    ...values.map(([name, value]) => `${style.bold(oneLine(name, 60))} = ${oneLine(value, 200)}`),
    ...(functions === 0 ? [] : [style.dim(`and ${counted(functions, 'function')}`)]),
  ].join('\n');
}
