import type { AskArguments } from '../arguments.js';
import { ask } from '../ask.js';
import { evidenceOf } from '../evidence.js';
import { listenForInterrupt } from '../interrupt.js';
import { chooseModel } from '../models/choose-model.js';
import { hintFor } from '../models/hint-for.js';
import { readText } from '../read-text.js';
import { toJsonLine } from '../render/json-line.js';
import { grouped } from '../render/numbers.js';
import { createRunRenderer, hasAnswer } from '../render/run-renderer.js';
import { openStatusLine } from '../render/status-line.js';
import { styleFor } from '../render/style.js';

/** `rlm ask`: answers a question, and returns the exit code. The answer goes to stdout, all else to stderr. */
export async function askCommand(args: AskArguments): Promise<number> {
  const { question, output } = args;
  const text = await readText(args.paths);
  const style = styleFor(process.stderr, process.env);
  const line = openStatusLine(process.stderr, process.env);
  const chosen = await chooseModel({
    ...args,
    environment: process.env,
    say(told) {
      line.print(`${style.bold('By hand:')} ${told}\n`);
    },
  });
  const interrupt = listenForInterrupt();
  const renderer = createRunRenderer(line, style, (answer) => {
    if (process.stdout.isTTY) line.print(`${style.bold(style.good('Answer:'))} `);
    process.stdout.write(`${answer}\n`);
  });
  const writeJson = (value: unknown): void => {
    process.stdout.write(`${toJsonLine(value)}\n`);
  };

  if (output === 'text') {
    line.print(`${style.bold('Question:')} ${question}\n`);
    line.print(`${style.bold('Text:')} ${text.label}, ${grouped(text.characters)} characters\n`);
    line.print(`${style.bold('Model:')} ${chosen.label}\n`);
    if (chosen.hint !== undefined) line.print(`${style.dim(chosen.hint)}\n`);
  }
  const { result, promptChars } = await ask({
    ...args,
    ...chosen,
    text,
    abortSignal: interrupt.signal,
    onEvent(event) {
      if (output === 'text') renderer.event(event);
      if (output === 'events') writeJson(event);
    },
  }).finally(() => {
    interrupt.stop();
    line.close();
  });
  const evidence = evidenceOf(result.value, text.value);
  const figures = { contextChars: text.characters, promptChars, model: chosen.label };
  if (output === 'text') {
    renderer.result(result, evidence, figures);
    const hint = hintFor(result.stop?.error);
    if (hint !== undefined) line.print(`${style.dim(hint)}\n`);
    if (args.history) line.print(`\n${result.steps.format(result.steps.length)}\n`);
  }
  if (output === 'json') writeJson({ question, ...result.toJSON(), evidence, ...figures });
  if (result.finishReason === 'aborted') return 130;
  return hasAnswer(result) ? 0 : 1;
}
