/** The script of the processes of a workload that is killed. */
export function childScript(workload: 'quickjs' | 'pyodide' | 'task'): Promise<string>;
