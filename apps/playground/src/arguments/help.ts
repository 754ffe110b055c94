/** What the help of `rlm` ends with. */
export const helpEnd = `
Examples:
  rlm ask "Which file mentions the password first?" ./notes
  rlm ask "What changed?" a.txt b.txt --base-url http://127.0.0.1:11434/v1 --model qwen3
  rlm chat report.pdf
  rlm serve
  rlm doctor

Exit codes: 0 an answer, 1 no answer, 2 a mistake in the call, 130 interrupted`;
