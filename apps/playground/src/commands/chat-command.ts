import { createRlm } from '@rlm/runner';

import type { ChatArguments } from '../arguments/chat-arguments.js';
import { howToAsk } from '../ask.js';
import { requireIsolation } from '../backend.js';
import { chatHelp } from '../chat/chat-help.js';
import { answerInSession } from '../chat/answer-in-session.js';
import { listenForInterrupts } from '../chat/interrupts.js';
import { readLines } from '../chat/read-lines.js';
import { variablesText } from '../chat/variables-text.js';
import { openAccount } from '../chat/session-account.js';
import { talkingModel } from '../chat/talking-model.js';
import { chooseModel } from '../models/choose-model.js';
import { namingOf } from '../models/named-endpoint.js';
import { readText } from '../read-text.js';
import { isolationLine } from '../render/isolation-line.js';
import { counted } from '../view/text/numbers.js';
import { endSaved, saveTrajectory } from '../save-trajectory.js';
import { modelLine } from '../render/model-line.js';
import { openScreen } from '../render/screen.js';

/** `rlm chat`: answers questions over one text until the input ends; returns the exit code. */
export async function chatCommand(args: ChatArguments): Promise<number> {
  const screen = openScreen();
  const { line, style } = screen;
  const say = (words: string): void => {
    line.print(`${words}\n`);
  };
  await requireIsolation(args);
  const text = await readText(args.paths, { all: args.all });
  const wishes = { ...args, question: '', ...namingOf(args), say: screen.sayByHand };
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
