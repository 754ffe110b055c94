const inBrackets =
  /^<[^<>=/"]*(?:[ .…]|answer|result|value|response|variable|name|text|content|output)[^<>=/"]*>$/;
const inWords =
  /^[[{(]?(?:(?:insert|put|enter|write) )?(?:the |your )?(?:(?:final|actual|full|complete) )*(?:answer|result|response|output|value|text|variable|variable name)(?: goes)?(?: here)?[\]})]?$/;

/** Whether a value only stands for an answer: `...`, `<your answer>`, `your final answer here`. */
export function isPlaceholder(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 100) return false;
  const text = value.trim().toLowerCase().replaceAll('_', ' ');
  return (
    /^(?:\.{3,}|…)$/.test(text) ||
    inBrackets.test(text) ||
    (inWords.test(text) && /your|here/.test(text))
  );
}
