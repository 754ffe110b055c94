const kind = 'answer|result|value|response|variable|name|text|content|output';
const placeholder = /* @__PURE__ */ new RegExp(
  `^(?:\\.{3,}|…|<[^<>=/"]*(?:[ .…]|${kind})[^<>=/"]*>|(?=.*(?:your|here))[[{(]?(?:(?:insert|put|the|your|final|actual|complete) )*(?:${kind}| )+(?: goes)?(?: here)?[\\]})]?)$`,
);

/** Whether a value only stands for an answer: `...`, `<your answer>`, `your final answer here`. */
export function isPlaceholder(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length < 100 &&
    placeholder.test(value.trim().toLowerCase().replaceAll('_', ' '))
  );
}
