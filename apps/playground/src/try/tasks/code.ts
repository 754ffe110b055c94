import { namesFault } from '../check.js';
import { times, type Draw } from '../draw.js';
import type { TryQuestion } from '../task.js';

const verbs = ['close', 'merge', 'move', 'clean', 'archive', 'rename', 'sync', 'retire'];
const nouns = ['Account', 'Customer', 'Session', 'Invoice', 'Team', 'Profile', 'Tenant', 'Badge'];

const check = 'requireAdmin(user);';
const removal = 'removeAccount(target.id);';

/** Lines of functions that remove nothing, or check before they do. */
const safe: readonly (readonly string[])[] = [
  [check, removal],
  [check, 'log("requireAdmin held");', removal],
  ['// removeAccount(target.id); is done by the nightly job'],
  ['log("removeAccount(target.id) is for administrators");'],
  ['target.touched = Date.now();'],
];
/** Lines of those that leave out the check, or make it afterwards. */
const unsafe: readonly (readonly string[])[] = [
  [removal],
  ['// requireAdmin(user); is done by the caller', removal],
  ['log("requireAdmin(user); passed");', removal],
  [removal, check],
];

/** Seven functions of 1,536 that leave out a check, of which comments and texts only speak. */
export function code(draw: Draw): TryQuestion {
  const names = draw.shuffled(
    verbs.flatMap((verb) => nouns.flatMap((noun) => times(24, (n) => `${verb}${noun}${n + 10}`))),
  );
  const wanted = names.slice(0, 7);
  const functions = names.map((name, index) => {
    const telling = index < wanted.length ? unsafe[index % unsafe.length] : draw.one(safe);
    const lines = [
      ...times(3, (n) => `const part${n} = target.size * ${draw.whole(2, 99)} + ${n};`),
      ...(telling ?? []),
      'return part0 + part1 - part2;',
    ];
    return `export function ${name}(user: User, target: Target): number {\n  ${lines.join('\n  ')}\n}`;
  });
  const mixed = draw.shuffled(functions);
  const files = times(mixed.length / 12, (index) =>
    [`// file: src/part-${index}.ts`, ...mixed.slice(index * 12, index * 12 + 12)].join('\n\n'),
  );
  return {
    query:
      'Which functions of this code call removeAccount without having called requireAdmin before it? A call in a comment or in a text is no call. Answer with the names of the functions alone, one in a line.',
    context: files.join('\n\n'),
    check: (answer) => namesFault(answer, wanted, names),
  };
}
