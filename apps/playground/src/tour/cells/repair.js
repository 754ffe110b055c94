const [peak, { mentions }] = Object.entries(decades).reduce((best, next) =>
  next[1].mentions > best[1].mentions ? next : best,
);
print(`${peak}: ${mentions} mentions`);

// A child run gets a part of the text, and a REPL of its own.
const early = names.filter((name) => new RegExp(word.source, 'i').test(context[name])).slice(0, 3);
const first = await rlm_query(
  'Which of these addresses is the first to name a railroad, and how?',
  {
    context: Object.fromEntries(early.map((name) => [name, context[name]])),
  },
);
print(first);
