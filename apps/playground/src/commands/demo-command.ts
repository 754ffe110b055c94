import { addressesName, readAddresses } from '../addresses.js';
import type { DemoArguments } from '../arguments/demo-arguments.js';
import { ask } from '../ask.js';
import { evidenceOf } from '../evidence.js';
import { listenForInterrupt } from '../interrupt.js';
import { chooseModel } from '../models/choose-model.js';
import { counted, duration } from '../view/text/numbers.js';
import { modelLine } from '../render/model-line.js';
import { createRunRenderer } from '../render/run-renderer.js';
import { openLines } from '../render/screen.js';
import { styleFor } from '../render/style.js';
import { runTaskDemo } from '../task-demo.js';

/** One question of look-up and one of counting, both answerable from the text alone. */
const questions = [
  'Which address first mentions the railroad?',
  'How many addresses contain the word slavery?',
];

const whyPlanner =
  'The demonstration is the same on each machine, so it asks no language model. To ask one: npm start -- demo --model <id>';

/** `rlm demo`: the main job on a real document, then a task; returns the exit code. */
export async function demoCommand({ baseUrl, model }: DemoArguments): Promise<number> {
  const isAsked = (baseUrl ?? model) !== undefined;
  const started = performance.now();
  const style = styleFor(process.stdout, process.env);
  const line = openLines(process.stdout, process.env);
  const say = (text: string): void => {
    line.print(`${text}\n`);
  };
  const interrupt = listenForInterrupt();
  try {
    const text = await readAddresses();
    say(
      style.bold('RLM for TypeScript: questions over a text far larger than a model reads at once'),
    );
    say(`Text: the ${addressesName}: ${text.label}, ${counted(text.characters, 'character')}`);
    for (const [index, question] of questions.entries()) {
      const chosen = await chooseModel({
        ...{ question, planner: !isAsked, environment: process.env },
        ...{ baseUrl, model },
      });
      say(`\n${style.bold(`Question ${index + 1}: ${question}`)}`);
      say(modelLine(isAsked ? chosen : { label: chosen.label }, style));
      if (index === 0 && !isAsked) say(style.dim(whyPlanner));
      const renderer = createRunRenderer(line, style);
      const { result, promptChars } = await ask({
        ...chosen,
        question,
        text,
        maxSteps: 20,
        maxSubQueries: 200,
        timeoutMs: 600_000,
        abortSignal: interrupt.signal,
        onRun: line.follow,
        onEvent: renderer.event,
      });
      renderer.result(result, await evidenceOf(result.value, text.value), {
        contextChars: text.characters,
        promptChars,
        model: chosen.label,
      });
      if (result.finishReason === 'aborted') return 130;
      if (result.answer === null) return 1;
    }
    await runTaskDemo({ text, say, style, abortSignal: interrupt.signal });
    say(
      style.dim(
        `\nAll of it took ${duration(performance.now() - started)}. Your own question: npm start -- ask "<question>" <file or folder>`,
      ),
    );
    say(
      `${style.bold('The web page')}, which shows a run as it happens: npm start -- serve, and open the address that it prints`,
    );
    return interrupt.signal.aborted ? 130 : 0;
  } finally {
    interrupt.stop();
    line.close();
  }
}
