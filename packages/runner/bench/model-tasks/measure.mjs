import { makeModelTask } from './tasks.mjs';

const charactersOf = ({ messages }) =>
  messages.reduce((sum, { content }) => sum + content.length, 0);

/** What the harness says of a step beside its output: its heading, what stopped, variables, notes, what is left. */
const besideOutput = (given) => {
  // Whether calls that nobody awaits seem to come one after the other depends on how busy the machine is.
  const feedback = given.replace(/^Note: Sub-queries were asked one after the other: .*\n\n/m, '');
  const from = feedback.search(
    /^(?:Stopped at|New or changed variables|REPL variables|Note|Left)\b/m,
  );
  return 'REPL output:\n\n'.length + feedback.length - Math.max(0, from);
};

/**
 * Runs a recorded task, and counts characters: of the first prompt, of all prompts together (each step sends the
 * conversation again), and of what the harness added beside output in all later prompts.
 */
export async function measureTask(name, { runRlm, scriptedModel, sandboxes }) {
  const { language, query, context, gold, subModel, replies } = makeModelTask(name);
  const model = scriptedModel(replies);
  const { result } = runRlm({
    model,
    sandbox: sandboxes[language],
    query,
    context,
    ...(subModel === undefined ? {} : { subModel }),
  });
  const { answer, steps } = await result;
  const prompts = model.calls.map(charactersOf);
  const feedbacks = model.calls.slice(1).map(({ messages }) => messages.at(-1).content);
  return {
    isRight: answer === gold,
    steps: steps.length,
    first: prompts[0],
    all: prompts.reduce((sum, length) => sum + length, 0),
    beside: feedbacks.reduce((sum, text) => sum + besideOutput(text), 0),
  };
}
