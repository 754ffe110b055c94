/** Memory of a Python guest beside `limits.memoryBytes`, in bytes: its driver reports with it that a cell used up the rest. */
export const reserveBytes: number = 12 * 1024 * 1024;
