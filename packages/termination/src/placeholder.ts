const placeholder =
  /^(?:\.{3,}|…|<[^<>=/"]*[ .…][^<>=/"]*>|(?=<|.*(?:your|here))[[{(<]?(?:(?:insert|put|the|your|final|actual|answer|result|value|response|variable|name|text|content|output) ?)+(?:goes )?(?:here)?[\]})>]?)$/;

/** Whether a value is only a placeholder for an answer: `...`, `<your answer>`, `your final answer here`. */
export function isPlaceholder(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length < 100 &&
    placeholder.test(value.trim().toLowerCase().replaceAll('_', ' '))
  );
}
