/** Lists the ids of the runs that are kept in the usual folder, in any shell: fish would read a $ in double quotes. */
export const runIds = `ls .rlm/runs 2>/dev/null | sed -n 's/[.]jsonl$//p'`;
