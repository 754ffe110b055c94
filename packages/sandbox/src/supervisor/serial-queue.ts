/** Runs tasks one after another, in the order in which they came. */
export interface SerialQueue {
  run<Value>(task: () => Promise<Value>): Promise<Value>;
}

/** Makes a {@link SerialQueue}; a task that fails does not stop the next. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const result = last.then(task);
      last = result.catch(() => undefined);
      return result;
    },
  };
}
