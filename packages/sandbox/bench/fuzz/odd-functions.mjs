/** What cells may call: also functions that fail in odd ways, or give what is no data. */
export function oddFunctions() {
  let calls = 0;
  const cycle = [];
  cycle.push(cycle);
  const answers = [
    cycle,
    1n,
    () => 1,
    Symbol('s'),
    undefined,
    Object.create(null),
    NaN,
    'x'.repeat(1e5),
  ];
  return {
    llm_query: async (prompt) => `re:${String(prompt).slice(0, 100)}`,
    echo: (value) => value,
    odd: () => {
      const turn = calls++ % (answers.length + 3);
      if (turn < answers.length) return answers[turn];
      if (turn === answers.length) throw Object.create(null);
      if (turn === answers.length + 1) return new Promise(() => undefined);
      return Promise.reject(undefined);
    },
  };
}
