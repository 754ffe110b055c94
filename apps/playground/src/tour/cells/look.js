// Only what the code prints comes back to me: the text itself stays in the REPL.
const documents = Object.keys(context).sort();
const size = documents.reduce((sum, name) => sum + context[name].length, 0);
print(`${documents.length} addresses, ${size} characters`);
for (const name of [documents[0], documents.at(-1)]) print(name, context[name].slice(0, 160));
