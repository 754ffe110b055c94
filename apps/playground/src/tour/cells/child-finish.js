const [earliest] = documents;
const start = context[earliest].search(/\brail[- ]?road/i);
const quote = context[earliest]
  .slice(start - 60, start + 60)
  .replace(/\s+/g, ' ')
  .trim();
FINAL(`The first to name it is ${earliest}: "... ${quote} ..."`);
