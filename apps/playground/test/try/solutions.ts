import { againstBridge, forBridge, lateParcels } from '../../src/try/tasks/meaning.js';
import { tryTasks } from '../../src/try/tasks.js';
import type { ChatRequest } from '../models/openai-server.js';

/** Code that solves each task, as a model could write it. */
export const solutions: Readonly<Record<string, string>> = {
  needle: String.raw`
const [, place] = /finds the second one ([^.]*)\./.exec(context);
FINAL(place);`,
  'count-by-meaning': String.raw`
const letters = context.split(/(?=^Letter \d+$)/m);
const groups = [];
while (letters.length > 0) groups.push(letters.splice(0, 20).join('\n'));
const counts = await llm_query_batched(groups.map((text) => 'How many came too late? A number.\n' + text));
FINAL(counts.reduce((sum, count) => sum + Number(count), 0));`,
  join: String.raw`
const office = /people of the (\w+) office/.exec(query)[1];
const officeOf = {};
for (const [, id, at] of context.matchAll(/\((E-\d+)\) works at the (\w+) office/g)) officeOf[id] = at;
let sum = 0;
for (const [, id, euros] of context.matchAll(/Claim by (E-\d+): a train journey in \w+, (\d+) euros/g)) {
  if (officeOf[id] === office) sum += Number(euros);
}
FINAL(sum);`,
  pairs: String.raw`
const groups = {};
for (const [, name, day, town, instrument] of context.matchAll(
  /^(.+?) was born on (\d+ \w+) \d+ in (\w+) and plays the (\w+)/gm,
)) (groups[[day, town, instrument]] ??= []).push(name);
FINAL(Object.values(groups).filter((names) => names.length > 1).map((names) => names.join(' and ')).join('\n'));`,
  code: String.raw`
const found = [];
for (const [, name, body] of context.matchAll(/export function (\w+)\([^)]*\): number \{\n([\s\S]*?)\n\}/g)) {
  const calls = body.replace(/\/\/.*|"[^"]*"/g, '');
  const [removal, check] = [calls.indexOf('removeAccount('), calls.indexOf('requireAdmin(')];
  if (removal !== -1 && (check === -1 || check > removal)) found.push(name);
}
FINAL(found.join('\n'));`,
  log: String.raw`
const accepted = {};
let longest = ['', 0];
for (const [, at, id, what] of context.matchAll(/^(\S+) INFO (r-\d+) (accepted|answered)/gm)) {
  if (what === 'accepted') accepted[id] = Date.parse(at);
  else if (Date.parse(at) - accepted[id] > longest[1]) longest = [id, Date.parse(at) - accepted[id]];
}
FINAL(longest.join(', '));`,
  'messy-table': String.raw`
const seen = {};
for (const line of context.split('\n')) {
  const [id, date, , amount, state] = line.split(/ ; | \| |\t/);
  if (!/^INV-/.test(id) || !date.includes('2023') || !/^paid/i.test(state)) continue;
  seen[id] = Number(amount.replace(/\D/g, ''));
}
FINAL(Object.values(seen).reduce((sum, cents) => sum + cents, 0) / 100);`,
  'not-in-the-data': String.raw`
const [, name, office] = /number of (.+?) of the (\w+) office/.exec(query);
const found = context.split('\n').find((line) => line.startsWith(name + ' of the ' + office + ' office has'));
FINAL(found ?? 'not in the text');`,
  'typed-answer': String.raw`
const boats = {};
for (const [, name, built, tons] of context.matchAll(/^The (.+), built in (\d+), measures (\d+) tons/gm)) {
  boats[name] = { name, built: Number(built), tons: Number(tons) };
}
for (const [, tons, name] of context.matchAll(/(\d+) tons is what the (.+) measures/g)) boats[name].tons = Number(tons);
FINAL({ boats: Object.values(boats).sort((one, other) => other.tons - one.tons).slice(0, 3) });`,
  'two-contexts': String.raw`
const left = {};
for (const [, id, crates] of orders.matchAll(/^Order (O-\d+): (\d+) crates/gm)) left[id] = Number(crates);
for (const [, id, crates] of deliveries.matchAll(/^For order (O-\d+), (\d+) crates/gm)) left[id] -= Number(crates);
for (const [, id, crates] of deliveries.matchAll(/^Of order (O-\d+), (\d+) crates/gm)) left[id] += Number(crates);
FINAL(Object.keys(left).filter((id) => left[id] > 0).join('\n'));`,
  'long-list': String.raw`
const inside = new Set();
for (const line of context.split('\n')) {
  const [name] = /\w+ \w+ of \w+/.exec(line) ?? [];
  if (/left for|set sail/.test(line)) inside.delete(name);
  if (/made fast|dropped anchor/.test(line)) inside.add(name);
}
FINAL([...inside].join('\n'));`,
  'sub-queries': String.raw`
const letters = {};
for (const letter of context.split(/(?=^From: )/m)) (letters[/From: (\w+)/.exec(letter)[1]] ??= []).push(letter);
const towns = Object.keys(letters);
const counts = await llm_query_batched(towns.map((town) => 'How many want the bridge, less those who do not?\n' + letters[town].join('\n')));
FINAL(towns.filter((_, index) => Number(counts[index]) > 0).join('\n'));`,
};

/** Answers that a model could well give, and that are wrong: the first thing that a search finds. */
export const mistakes: Readonly<Record<string, string>> = {
  needle: String.raw`FINAL(/spare key to the boathouse of \w+ was kept ([^.]*)/.exec(context)[1]);`,
  'count-by-meaning': String.raw`FINAL(context.match(/\b(late|delivery|delayed|parcel)\b/gi).length);`,
  join: String.raw`
let sum = 0;
for (const [, euros] of context.matchAll(/ train[^,]*, (\d+) euros/g)) sum += Number(euros);
FINAL(sum);`,
  pairs: String.raw`FINAL([...context.matchAll(/^(.+?) was born/gm)].slice(0, 10).map(([, name]) => name).join('\n'));`,
  code: String.raw`
FINAL([...context.matchAll(/export function (\w+)\([^)]*\): number \{\n([\s\S]*?)\n\}/g)]
  .filter(([, , body]) => body.includes('removeAccount') && !body.includes('requireAdmin'))
  .map(([, name]) => name).join('\n'));`,
  log: String.raw`
const [, id, ms] = /INFO (r-\d+) its client reports (\d+) ms/.exec(context);
FINAL(id + ', ' + ms);`,
  'messy-table': String.raw`
let cents = 0;
for (const line of context.split('\n').filter((each) => /2023.*\bpaid/i.test(each))) {
  cents += Number(line.split(/ ; | \| |\t/)[3].replace(/\D/g, ''));
}
FINAL(cents / 100);`,
  'not-in-the-data': String.raw`
const [, name] = /number of (.+?) of the/.exec(query);
FINAL(context.split('\n').find((line) => line.startsWith(name) && /\d{3}-/.test(line)));`,
  'typed-answer': String.raw`
const boats = [...context.matchAll(/^The (.+), built in (\d+), measures (\d+) tons/gm)]
  .map(([, name, built, tons]) => ({ name, built: Number(built), tons: Number(tons) }));
FINAL({ boats: boats.sort((one, other) => other.tons - one.tons).slice(0, 3) });`,
  'two-contexts': String.raw`
const came = new Set([...deliveries.matchAll(/^For order (O-\d+)/gm)].map(([, id]) => id));
FINAL([...orders.matchAll(/^Order (O-\d+)/gm)].map(([, id]) => id).filter((id) => !came.has(id)).join('\n'));`,
  'long-list': String.raw`
FINAL([...new Set([...context.matchAll(/^The (.+) made fast/gm)].map(([, name]) => name))].join('\n'));`,
  'sub-queries': String.raw`FINAL([...new Set([...context.matchAll(/^From: (\w+)/gm)].map(([, town]) => town))].join('\n'));`,
};

const countIn = (text: string, sentences: readonly string[]): number =>
  sentences.reduce((sum, sentence) => sum + text.split(sentence).length - 1, 0);

/** The name of the task that a request is about; undefined for a sub-query. */
function taskOf({ messages }: ChatRequest): string | undefined {
  const text = messages.map(({ content }) => content).join('\n');
  return tryTasks.find(({ make }) => text.includes(make(1).query))?.name;
}

/** A model that solves each task with these cells; its sub-queries are answered by one that knows all sentences of the letters. */
export function scriptedModel(cells: Readonly<Record<string, string>>) {
  return (asked: ChatRequest): string => {
    const task = taskOf(asked);
    const prompt = asked.messages.at(-1)?.content ?? '';
    if (task === undefined) {
      const late = countIn(prompt, lateParcels);
      return String(
        /^How many came/.test(prompt)
          ? late
          : countIn(prompt, forBridge) - countIn(prompt, againstBridge),
      );
    }
    const query = JSON.stringify(tryTasks.find(({ name }) => name === task)?.make(1).query);
    return `\`\`\`js\nconst query = ${query};\n${cells[task] ?? ''}\n\`\`\``;
  };
}
