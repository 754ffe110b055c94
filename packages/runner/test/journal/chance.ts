/** How often an attempt at a call fails. */
const faultRate = 0.05;

/** A call fails now and then, in a way that another attempt mends. */
export function failSometimes(): void {
  if (Math.random() > faultRate) return;
  throw Object.assign(new Error('overloaded'), { isRetryable: true });
}

export const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
