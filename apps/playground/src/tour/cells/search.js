const word = /\brail[- ]?roads?\b/gi;
const decades = {};
for (const name of names) {
  const decade = `${name.slice(0, 3)}0s`;
  const text = context[name];
  for (const { index } of text.matchAll(word)) {
    decades[decade] ??= { mentions: 0, passages: [] };
    decades[decade].mentions += 1;
    decades[decade].passages.push(text.slice(Math.max(0, index - 200), index + 200));
  }
}
for (const decade of Object.keys(decades)) print(`${decade}: ${decades[decade].mentions}`);
