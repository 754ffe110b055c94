import { readAddresses } from '../addresses.js';
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
import { createDemo, demoQuestion as question } from '../tour/create-tour.js';

const script = { label: 'a script, no language model', why: 'unless --model names one' };

/** `rlm demo`: the main job on a real document, then a task; returns the exit code. */
export async function demoCommand({ baseUrl, model, verbose }: DemoArguments): Promise<number> {
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
    const chosen = isAsked
      ? await chooseModel({ question, planner: false, environment: process.env, baseUrl, model })
      : { ...script, model: createDemo(), subModel: createDemo() };
    const count = Object.keys(text.value).length;
    say(
      `${style.bold('RLM for TypeScript')}, over ${count} State of the Union addresses, ${counted(text.characters, 'character')}`,
    );
    say(`${style.bold('Question:')} ${question}`);
    say(modelLine(chosen, style));
    const renderer = createRunRenderer({ line, style, isVerbose: verbose });
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
    await runTaskDemo({ text, say, style, abortSignal: interrupt.signal });
    say(
      style.dim(
        `All of it took ${duration(performance.now() - started)}. Your own: npm start -- ask "<question>" <file or folder>`,
      ),
    );
    say(`${style.bold('The web page')}, which shows a run as it happens: npm start -- serve`);
    return interrupt.signal.aborted ? 130 : 0;
  } finally {
    interrupt.stop();
    line.close();
  }
}
