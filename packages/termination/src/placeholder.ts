const bracketed = /^(?:<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\})$/;
const placeholderWords =
  /\b(?:your|answer|result|response|value|text|content|output|variable|name|here|insert|placeholder|final)\b|\.\.\.|…/;
const bare =
  /^(?:(?:insert|put|enter|write) )?(?:(?:your|the|my|a) )?(?:(?:final|actual|own|complete|short) )*(?:answer|result|response|output|value|text|content)(?: (?:goes|text|string|value))*(?: here)?$/;

/** Whether an argument only stands for an answer: `...`, `<your answer>`, `your final answer here`. */
export function isPlaceholder(argument: string): boolean {
  if (argument.length > 100) return false;
  const text = argument.trim().toLowerCase().replaceAll('_', ' ');
  if (/^(?:\.{3,}|…+)$/.test(text)) return true;
  if (bracketed.test(text)) {
    const inner = text.slice(1, -1).trim();
    const words = /^[\p{L}\p{P}\s]*$/u.test(inner) && !/["':=/]/.test(inner);
    return (
      words &&
      (placeholderWords.test(inner)
        ? text.startsWith('<') || /\byour\b|\bhere\b|\.\.\./.test(inner)
        : false)
    );
  }
  return bare.test(text) && /\byour\b|\bhere$/.test(text);
}
