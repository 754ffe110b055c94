import { Problem, within } from './host-watch.mjs';

const hangMs = 60_000;
const cells = {
  python: (one, two) => `print(ask("${one}"), ask("${two}"))`,
  javascript: (one, two) => `print(await ask("${one}"), await ask("${two}"))`,
};

/** A session beside those of the attempts, with which nothing may happen: it answers, and nobody is asked twice. */
export async function openNeighbour(backend) {
  const asked = new Map();
  const ask = async (question) => {
    asked.set(question, (asked.get(question) ?? 0) + 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return `re:${question}`;
  };
  const session = await backend.open({ functions: { ask } });
  let turn = 0;
  return {
    /** Runs a cell with two calls. */
    async check() {
      const [one, two] = [`${++turn} one`, `${turn} two`];
      const running = session.execute(cells[backend.language](one, two));
      const { stdout, outcome, error } = await within(hangMs, running, 'another session');
      if (stdout !== `re:${one} re:${two}\n`) {
        throw new Problem(`another session: ${outcome} ${error?.message ?? ''} ${stdout}`);
      }
      for (const question of [one, two]) {
        const times = asked.get(question) ?? 0;
        if (times !== 1) throw new Problem(`another session's call was made ${times} times`);
      }
      asked.clear();
    },
    close: () => session.close(),
  };
}
