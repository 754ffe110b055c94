const documents = Object.keys(context).sort();
for (const name of documents) {
  const at = context[name].search(/\brail[- ]?road/i);
  print(`${name}: ${context[name].slice(Math.max(0, at - 80), at + 80).replace(/\s+/g, ' ')}`);
}
