// Only what the code prints comes back to me: the text itself stays in the REPL.
const names = Object.keys(context).sort();
const characters = names.reduce((sum, name) => sum + context[name].length, 0);
print(`${names.length} addresses, ${characters} characters`);
print(`The first: ${names[0]}; the last: ${names.at(-1)}`);
for (const name of [names[0], names[Math.floor(names.length / 2)], names.at(-1)]) {
  print(`${name} begins: ${context[name].trim().slice(0, 160).replace(/\s+/g, ' ')}`);
}
