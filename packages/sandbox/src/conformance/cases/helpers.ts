import { both, each, type Table } from '../case.js';

/** The helpers: grep, lines, chunk, with the same meaning in every language. */
export const helperCases: Table = each(
  { needs: 'helpers' },
  {
    'grep gives lines, offsets and surroundings of its matches': {
      python:
        'print(echo(grep("ab\\ncab\\n", "a(b)", context=1)) == {"total": 2, "matches": [{"line": 1, "start": 0, "end": 2, "text": "ab\\n"}, {"line": 2, "start": 4, "end": 6, "text": "cab\\n"}]})',
      javascript:
        'print(JSON.stringify(grep("ab\\ncab\\n", "a(b)", { context: 1 })) === JSON.stringify({ total: 2, matches: [{ line: 1, start: 0, end: 2, text: "ab\\n" }, { line: 2, start: 4, end: 6, text: "cab\\n" }] }))',
      expected: { stdout: { python: 'True\n', javascript: 'true\n' } },
    },
    'grep shows at most max matches, counts all, and says so': {
      python: 'r = grep("a\\n" * 50, "a", max=2)\nprint(r["total"], len(r["matches"]), r["note"])',
      javascript:
        'const r = grep("a\\n".repeat(50), "a", { max: 2 })\nprint(r.total, r.matches.length, r.note)',
      expected: {
        stdout: '50 2 the first 2 of 50 matches are here; max (at most 1,000) gives more\n',
      },
    },
    'grep counts what it does not show, up to a hundred thousand': {
      python: 'r = grep("ab" * 60_000, "[ab]", max=0)\nprint(r["total"], r["note"])',
      javascript: 'const r = grep("ab".repeat(60000), "[ab]", { max: 0 })\nprint(r.total, r.note)',
      expected: {
        stdout: '100000 counting stopped at 100,000 matches, of which the first 0 are here\n',
      },
    },
    'grep reads ^ and $ as ends of lines, and knows ignoring case and literal texts': {
      python:
        'text = "A.b\\na.b\\naxb"\nprint(grep(text, "^a.b$")["total"], grep(text, "^a.b$", ignore_case=True)["total"], grep(text, "a.b", literal=True)["total"])',
      javascript:
        'const text = "A.b\\na.b\\naxb"\nprint(grep(text, "^a.b$").total, grep(text, "^a.b$", { ignoreCase: true }).total, grep(text, "a.b", { literal: true }).total)',
      expected: { stdout: '2 3 1\n' },
    },
    'grep takes a compiled expression': {
      python: 'import re\nprint(grep("Aba", re.compile("a", re.IGNORECASE))["total"])',
      javascript: 'print(grep("Aba", /a/i).total)',
      expected: { stdout: '2\n' },
    },
    'grep looks into the items of a list and of a mapping, and says which': {
      python:
        'a = grep(["xab", {"q": "ab"}], "ab")["matches"]\nb = grep({"f.txt": "\\nab"}, "ab")["matches"][0]\nprint(a[0]["key"], a[1]["key"], b["key"], b["line"])',
      javascript:
        'const a = grep(["xab", { q: "ab" }], "ab").matches\nconst b = grep({ "f.txt": "\\nab" }, "ab").matches[0]\nprint(a[0].key, a[1].key, b.key, b.line)',
      expected: { stdout: '0 1 f.txt 2\n' },
    },
    'grep measures in the characters of the language, and splits none': {
      python:
        'm = grep("😀x😀", "x", context=1)["matches"][0]\nprint(m["start"], m["text"] == "😀x😀")',
      javascript:
        'const m = grep("😀x😀", "x", { context: 1 }).matches[0]\nprint(m.start, m.text === "😀x")',
      expected: { stdout: { python: '1 True\n', javascript: '2 true\n' } },
    },
    'grep says what is wrong with a pattern': {
      python: 'try:\n    grep("x", "(")\nexcept ValueError as e:\n    print(e)',
      javascript: 'try { grep("x", "(") } catch (e) { print(e.message) }',
      expected: { prints: ['grep: the pattern is not a regular expression', 'literal'] },
    },
    'grep says which options it has': {
      python: 'try:\n    grep("x", "x", contxt=1)\nexcept TypeError as e:\n    print(e)',
      javascript: 'try { grep("x", "x", { contxt: 1 }) } catch (e) { print(e.message) }',
      expected: { prints: ['grep has no option contxt', 'context, max, '] },
    },
    'grep gives whole lines, with those before and after a match': {
      python: `text = "one\\ntwo\\nthree\\nfour"
for m in [grep(text, "hre", before=0), grep(text, "hre", before=1), grep(text, "wo", after=2), grep(text, "o", before=9, after=9, max=1), grep(text, "two\\n", after=0)]:
    print(m["matches"][0]["text"].replace("\\n", "|"))`,
      javascript: `const text = "one\\ntwo\\nthree\\nfour"
for (const m of [grep(text, "hre", { before: 0 }), grep(text, "hre", { before: 1 }), grep(text, "wo", { after: 2 }), grep(text, "o", { before: 9, after: 9, max: 1 }), grep(text, "two\\n", { after: 0 })])
  print(m.matches[0].text.replaceAll("\\n", "|"))`,
      expected: { stdout: 'three\ntwo|three\ntwo|three|four\none|two|three|four\ntwo\n' },
    },
    'grep gives no more than 2,000 characters of the lines on each side': {
      python:
        'm = grep("x" * 5000 + "ab" + "y" * 5000, "ab", before=1, after=1)["matches"][0]\nprint(len(m["text"]))',
      javascript:
        'const m = grep("x".repeat(5000) + "ab" + "y".repeat(5000), "ab", { before: 1, after: 1 }).matches[0]\nprint(m.text.length)',
      expected: { stdout: '4002\n' },
    },
    'lines counts from 1, includes both ends, and may leave the numbers out': {
      python:
        'text = "a\\nb\\nc\\nd\\n"\nprint(lines(text, 2, 3) + lines(text, 2, 3, numbers=False))',
      javascript:
        'const text = "a\\nb\\nc\\nd\\n"\nprint(lines(text, 2, 3) + lines(text, 2, 3, { numbers: false }))',
      expected: { stdout: '2: b\n3: cb\nc\n' },
    },
    'lines stops at the end of the text, and says how long it is': {
      ...both('print(lines("a\\nb", 2, 9))\nprint(lines("a\\nb\\n", 5))'),
      expected: { stdout: '2: b\n(there are 2 lines)\n' },
    },
    'lines stops at a limit of its own, and says so': {
      python: 'v = lines("x\\n" * 3000, 11)\nw = lines("y" * 3000)\nprint(v[-110:], w[-40:])',
      javascript:
        'const v = lines("x\\n".repeat(3000), 11)\nconst w = lines("y".repeat(3000))\nprint(v.slice(-110), w.slice(-40))',
      expected: {
        prints: [
          '1010: x\n... (lines 1,011 to 3,000 are left out: at most 1,000 lines and 20,000 characters at once)',
          'y ... (1,000 characters left out)',
        ],
      },
    },
    'lines says what it takes, and from where it counts': {
      python:
        'for call in [lambda: lines(["a"]), lambda: lines("a", 0)]:\n    try:\n        call()\n    except Exception as e:\n        print(e)',
      javascript:
        'for (const call of [() => lines(["a"]), () => lines("a", 0)]) { try { call() } catch (e) { print(e.message) } }',
      expected: {
        prints: [
          'lines takes a text, got ',
          'give one of its texts, as in lines(value[0])',
          'lines: first must be a whole number from 1, got 0',
        ],
      },
    },
    'chunk gives pieces with their offsets, which may overlap': {
      python:
        'print(echo(chunk("abcdef", 4, 2)) == [{"start": 0, "end": 4, "text": "abcd"}, {"start": 2, "end": 6, "text": "cdef"}], len(chunk("", 3)), len(chunk("abcdef")))',
      javascript:
        'print(JSON.stringify(chunk("abcdef", 4, 2)) === JSON.stringify([{ start: 0, end: 4, text: "abcd" }, { start: 2, end: 6, text: "cdef" }]), chunk("", 3).length, chunk("abcdef").length)',
      expected: { stdout: { python: 'True 0 1\n', javascript: 'true 0 1\n' } },
    },
    'chunk cuts a list as well': {
      python: 'p = chunk([1, 2, 3], 2)\nprint(len(p), p[1]["start"], p[1]["items"][0])',
      javascript: 'const p = chunk([1, 2, 3], 2)\nprint(p.length, p[1].start, p[1].items[0])',
      expected: { stdout: '2 2 3\n' },
    },
    'chunk refuses too many pieces, and an overlap that is no less than the rest': {
      python:
        'for call in [lambda: chunk("a" * 20002, 2), lambda: chunk("abc", 4, 3)]:\n    try:\n        call()\n    except ValueError as e:\n        print(e)',
      javascript:
        'for (const call of [() => chunk("a".repeat(20002), 2), () => chunk("abc", 4, 3)]) { try { call() } catch (e) { print(e.message) } }',
      expected: {
        stdout:
          'chunk: that makes more than 10,000 pieces: take a larger size\nchunk: overlap must be at most half of size (4), got 3\n',
      },
    },
    'helpers take keywords in Python': {
      python: 'print(lines(text="a\\nb", first=2, last=2), len(chunk("abcd", size=2, overlap=1)))',
      javascript: 'print(lines("a\\nb", 2, 2), chunk("abcd", 2, 1).length)',
      expected: { stdout: '2: b 3\n' },
    },
    'helpers are no variables': {
      isAlone: true,
      python: 'n = len(grep("a", "a")["matches"])\nprint(SHOW_VARS())',
      javascript: 'const n = grep("a", "a").matches.length\nprint(SHOW_VARS())',
      expected: { stdout: { python: 'n: int\n', javascript: 'n: number\n' } },
    },
    'what a cell gives the name of a helper stays, and is a variable': {
      isAlone: true,
      python: ['lines = "a b".split()', 'print(len(lines), SHOW_VARS())'],
      javascript: ['const lines = "a b".split(" ")', 'print(lines.length, SHOW_VARS())'],
      expected: {
        stdout: { python: '2 lines: list\n', javascript: '2 lines: Array\n' },
        values: { lines: ['a', 'b'] },
      },
    },
    'what the host gives the name of a helper is a variable': {
      set: { chunk: 'the host’s' },
      python: ['x = 1', 'print(chunk, SHOW_VARS())'],
      javascript: ['const x = 1', 'print(chunk, SHOW_VARS())'],
      expected: { prints: ['the host’s', 'chunk: str', 'x: '] },
    },
  },
);
