/** The goals of the two default backends, in milliseconds (memory in megabytes), as they were set on a quiet machine. */
export const goals = {
  quickjs: { warm: 60, pooled: 5, cell: 0.1, call: 0.1, set100: 350, host100: 300 },
  pyodide: { warm: 260, pooled: 5, cell: 0.2, call: 0.12, set100: 200, host100: 300 },
};

/** What of the calibration a row cannot be quicker than: the machine's own share in it. */
const floors = {
  warm: 'start of an empty worker to its first answer',
  cell: 'message to a worker and back',
  call: 'message to a worker and back',
  set100: 'copy of 100 MB',
};

/** The goals with what was measured: met, or by which factor they are missed. */
export function judge(name, rows, machine) {
  return Object.entries(goals[name] ?? {}).map(([row, goal]) => {
    const value = rows[row];
    const factor = value / goal;
    const verdict = value <= goal ? 'met' : `missed by a factor of ${factor.toFixed(2)}`;
    const floor = machine[floors[row]];
    const share = floor === undefined ? '' : `${(value / floor).toFixed(1)} x "${floors[row]}"`;
    return { name, row, goal, value, verdict, share };
  });
}
