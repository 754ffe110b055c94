/**
 * Lists the ids of the runs that are kept in `$folder`, in any shell. What no id is stays out: a shell takes what it offers for words of its
 * own, and would run a command hidden in the name of a file.
 */
export const runIds = `ls -- "$folder" 2>/dev/null | grep -E '^[A-Za-z0-9][A-Za-z0-9._-]*[.]jsonl$' | sed 's/[.]jsonl$//'`;

/** The folder of the runs, unless the line has another one. */
export const usualFolder = '.rlm/runs';
