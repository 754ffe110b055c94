import { runResponse } from '@rlm/penguin-engine';

import { runOfThree, storeAt, teamBudget, used } from './budget-runs.js';

const say = (words: string): void => {
  process.stdout.write(`${words}\n`);
};

/** A run whose third call never returns: `node <this> hang <store> <place>`. */
async function hang(name: string, place: string): Promise<void> {
  const store = storeAt(name, place);
  await runOfThree(store, teamBudget(store), (number) => {
    if (number < 3) return undefined;
    say('in the third call');
    return new Promise(() => setInterval(() => undefined, 60_000));
  });
}

/** Runs of one call each, until the budget has no room: says how many there were. */
async function spend(name: string, place: string, limit: number): Promise<void> {
  const store = storeAt(name, place);
  const budget = teamBudget(store, limit);
  let calls = 0;
  const work = async (): Promise<void> => {
    for (;;) {
      const { finishReason } = await runResponse({
        model: () => {
          calls += 1;
          return { text: '<finish_response>done</finish_response>', usage: used };
        },
        prompt: 'Go',
        budget,
        limits: { maxOutputTokens: 20 },
      }).result;
      if (finishReason !== 'final') return;
    }
  };
  await Promise.all([work(), work(), work()]);
  say(String(calls));
  await store.close?.();
}

const [what, name = '', place = '', limit] = process.argv.slice(2);
void (what === 'hang' ? hang(name, place) : spend(name, place, Number(limit)));
