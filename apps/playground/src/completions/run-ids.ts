/** Lists the ids of the runs that are kept in the usual folder, in any shell. */
export const runIds = `ls .rlm/runs 2>/dev/null | sed -n "s/[.]jsonl$//p"`;
