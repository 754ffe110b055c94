/** The goals of the two default backends, in milliseconds (memory in megabytes), as they were set on a quiet machine. */
export const goals = {
  quickjs: { warm: 60, pooled: 5, cell: 0.1, call: 0.1, set100: 350, host100: 300 },
  pyodide: { warm: 260, pooled: 5, cell: 0.2, call: 0.12, set100: 200, host100: 300 },
};

/** The goals with what was measured: met, or by which factor they are missed. */
export function judge(name, rows) {
  return Object.entries(goals[name] ?? {}).map(([row, goal]) => {
    const value = rows[row];
    const factor = value / goal;
    const verdict = value <= goal ? 'met' : `missed by a factor of ${factor.toFixed(2)}`;
    return { name, row, goal, value, verdict };
  });
}
