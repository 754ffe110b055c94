const kinds = 'answer|result|value|response|variable|name|text|content|output';
const inBrackets = /* @__PURE__ */ new RegExp(`^<[^<>=/"]*(?:[ .…]|${kinds})[^<>=/"]*>$`);
const inWords = /* @__PURE__ */ new RegExp(
  `^[[{(]?(?:(?:insert|put|the|your|final|actual|complete) )*(?:${kinds}| )+(?: goes)?(?: here)?[\\]})]?$`,
);

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
