/** Counts and the worst of what was measured in a campaign, with the attempt of each. */
export function createFigures() {
  const counts = {};
  const worst = {};
  const once = [];
  let current;
  return {
    begin(kind, number) {
      current = { kind, number };
      counts[kind] = (counts[kind] ?? 0) + 1;
    },
    /** What comes now is a repetition, and counts for nothing. */
    pause() {
      current = undefined;
    },
    count(what) {
      if (current !== undefined) counts[what] = (counts[what] ?? 0) + 1;
    },
    note(what, value) {
      const most = worst[what]?.value ?? -Infinity;
      if (current !== undefined && value > most)
        worst[what] = { value: Math.round(value), ...current };
    },
    /** What was measured too high once, and never when the attempt was made again. */
    pass(measured) {
      once.push(measured);
    },
    all: () => ({ counts, worst, once }),
  };
}
