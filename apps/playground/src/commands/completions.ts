import { defineCommand } from '../arguments/command.js';
import { bashCompletions } from '../completions/bash.js';
import { fishCompletions } from '../completions/fish.js';
import { zshCompletions } from '../completions/zsh.js';
import { UsageError } from '../usage-error.js';

const shells = { bash: bashCompletions, zsh: zshCompletions, fish: fishCompletions };
const names = Object.keys(shells) as (keyof typeof shells)[];

export const completions = defineCommand({
  name: 'completions',
  summary: 'prints a script that makes a shell complete commands, options and values',
  usage: 'bash|zsh|fish',
  details: `To keep it, put the first example into ~/.bashrc, the second into ~/.zshrc, or the output for fish into
~/.config/fish/completions/rlm.fish.`,
  options: {},
  examples: [
    'source <(rlm completions bash)',
    'source <(rlm completions zsh)',
    'rlm completions fish | source',
  ],
  offers: names,
  read([shell, ...more]) {
    const name = names.find((each) => each === shell);
    if (name === undefined || more.length > 0) {
      const came = shell === undefined ? '' : `, not ${JSON.stringify([shell, ...more].join(' '))}`;
      throw new UsageError(`rlm completions takes the name of a shell: ${names.join(', ')}${came}`);
    }
    return name;
  },
  run(name, { commands }) {
    process.stdout.write(shells[name](commands));
    return Promise.resolve(0);
  },
});
