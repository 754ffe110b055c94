const [decade, passages] = decades[0];
const most = `${passages.length} passages, mostly about ${topics[0]}`;
// A child run gets a part of the text, and a REPL of its own.
const early = documents.filter((name) => /\brail.?road/i.test(context[name])).slice(0, 3);
const part = Object.fromEntries(early.map((name) => [name, context[name]]));
const first = await rlm_query('Which of these first names a railroad, and how?', { context: part });
print(most);
print(first);
