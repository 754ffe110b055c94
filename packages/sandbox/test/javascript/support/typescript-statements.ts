/** A cell in TypeScript, an expression over what it leaves, and the value of that. */
export type TypedStatement = readonly [code: string, expression: string, value: unknown];

/** What models write with types in it, by kind. A library takes the types out: here is what our own steps could break in each. */
export const typedStatements: Readonly<Record<string, readonly TypedStatement[]>> = {
  annotations: [
    ['let a: number = 1', 'a', 1],
    ['let d!: string; d = "later"', 'd', 'later'],
    ['const h: {\n  a: string\n  b: number\n} = { a: "", b: 2 }', 'h.b', 2],
    ['let [i, j]: [number, string] = [1, "2"]', '[i, j]', [1, '2']],
    ['let { k, l: m }: { k: number; l: string } = { k: 1, l: "x" }', '[k, m]', [1, 'x']],
    ['let o: number = 1, p: string = "x"', '[o, p]', [1, 'x']],
    ['const u: unique symbol = Symbol("u")', 'typeof u', 'symbol'],
    ['for (const item of [1, 2] as number[]) { var seen: number = item }', 'seen', 2],
    [
      'try { throw new Error("x") } catch (error: unknown) { var told = String(error) }',
      'told',
      'Error: x',
    ],
  ],
  functions: [
    ['function f(a: number, b?: string): string { return a + (b ?? "-") }', 'f(1)', '1-'],
    ['function f(this: { n: number }): number { return this.n }', 'f.call({ n: 5 })', 5],
    [
      'function f<T extends object, K extends keyof T>(a: T, k: K): T[K] { return a[k] }',
      'f({ x: 1 }, "x")',
      1,
    ],
    [
      'function f(a: string): string;\nfunction f(a: number): number;\nfunction f(a: any): any { return a }',
      'f(2)',
      2,
    ],
    ['function f(a: unknown): asserts a is string {}', 'f(1) === undefined', true],
    [
      'async function* f(): AsyncGenerator<number> { yield 1 }\nlet got: number[] = []\nfor await (const n of f()) got.push(n)',
      'got',
      [1],
    ],
    [
      'function outer(): number { type Inner = number; const inner: Inner = 2; return inner }',
      'outer()',
      2,
    ],
    ['const f = async <T,>(a: T): Promise<T> => a', 'await f(1)', 1],
    ['const f = async (\n  a: number\n)\n: Promise<number> => { return a }', 'await f(2)', 2],
    ['const f = true ? (a: number): number => a : null', 'f(1)', 1],
  ],
  'calls with type arguments': [
    ['const s = new Set<string>(["a"])', '[...s]', ['a']],
    ['const m = new Map<string, Map<string, number>>()', 'm.size', 0],
    ['const p = await Promise.all<number>([1, 2])', 'p', [1, 2]],
    ['const r = [1, 2].reduce<number[]>((all, one) => [...all, one], [])', 'r', [1, 2]],
    ['function id<T>(a: T): T { return a }\nconst i = id<number>(3)', 'i', 3],
    ['const n = new Set<number>\nn.add(1)', 'n.size', 1],
    ['const s = String.raw<never>`x`', 's', 'x'],
  ],
  'assertions and !': [
    ['const a = JSON.parse("1") as unknown as Record<string, number>', 'a', 1],
    ['const a = (await Promise.resolve(1)) as number', 'a', 1],
    ['const a = { b: 1 } satisfies object as any', 'a', { b: 1 }],
    ['const a = (<any>{ b: 2 }).b', 'a', 2],
    ['const o: any = { b: { c: 3 } }; const a = o?.b!.c', 'a', 3],
    ['let a: any = 1; (a as number) = 5', 'a', 5],
    ['let a: any, b: any; [a as any, b!] = [1, 2]', '[a, b]', [1, 2]],
    ['const a = (1 as number) < (2 as number) && 3 > 2', 'a', true],
    ['const a = "x" as\n  string', 'a', 'x'],
  ],
  'what the next line would continue without its types': [
    ['let a = 1 as any\n;[a] = [2]', 'a', 2],
    ['const a = 1 as any\n[2].forEach(() => {})', 'a', 1],
    ['const a = 1 satisfies number\n[2].forEach(() => {})', 'a', 1],
    ['let a = "x" as any\n(() => { a = "y" })()', 'a', 'y'],
    ['let a = [1]\ninterface B {}\n(() => { a = [2] })()', 'a', [2]],
    ['let a = 1\ntype B = 2\n[3].forEach((n) => { a = n })', 'a', 3],
    ['let a = "x"\ndeclare const b: number\n`${a = "y"}`', 'a', 'y'],
  ],
  declarations: [
    [
      'interface A<T = any> extends Array<T> { b(): void; new (): A; readonly c?: T }\nlet a = 1',
      'a',
      1,
    ],
    ['type A =\n  | { kind: "a" }\n  | { kind: "b" }\nconst a: A = { kind: "b" }', 'a.kind', 'b'],
    ['declare const outside: number\ndeclare function other(): void\nlet a = 4', 'a', 4],
    [
      'declare class Away { a: string }\ndeclare enum Gone { A }\nlet a = typeof Away',
      'a',
      'undefined',
    ],
    ['declare namespace There { const x: number }\nlet a = 6', 'a', 6],
    ['import type { Thing } from "./thing"\nconst a: Thing = 7', 'a', 7],
    [
      'const type = 1, declare = 2, namespace = 3, as = 4; const a: number = type + declare + namespace + as',
      'a',
      10,
    ],
  ],
  enums: [
    ['enum A { B, C }', '[A.B, A.C, A[1]]', [0, 1, 'C']],
    ['enum A { B = "b", C = "c" }', 'A', { B: 'b', C: 'c' }],
    ['const enum A { B = 7 }', 'A.B', 7],
    ['function f() { enum A { B = 3 } return A.B }', 'f()', 3],
    ['enum A { B }\nenum A { C = 1 }', '[A.B, A.C]', [0, 1]],
  ],
  classes: [
    ['class A { constructor(private x: number) {} get() { return this.x } }', 'new A(1).get()', 1],
    [
      'class B { n = 1 }\nclass A extends B { constructor(readonly x: number) { const y = x; super(); this.n = y } }',
      'new A(3)',
      { n: 3, x: 3 },
    ],
    [
      'abstract class A { abstract get x(): number; abstract m(): void; n() { return 1 } }\nclass B extends A { get x(): number { return 2 } m(): void {} }',
      '[new B().n(), new B().x]',
      [1, 2],
    ],
    [
      'interface I { m(): void }\nclass A<T> extends Array<T> implements I, Iterable<T> { m(): void {} }',
      'new A<number>(2).length',
      2,
    ],
    ['class A { declare x: string; y: number = 1; [key: string]: unknown }', 'new A()', { y: 1 }],
    [
      'class A { constructor(a: string); constructor(a: number); constructor(public a: any) {} }',
      'new A(1).a',
      1,
    ],
    [
      'class A { handle = (a: number): number => a + this.n; constructor(private n: number) {} }',
      'new A(1).handle(2)',
      3,
    ],
    [
      'class A { get = 1; set = 2; static async = 3; readonly = 4; type = 5; declare = 6; private = 7 as number }',
      '[new A().readonly, A.async]',
      [4, 3],
    ],
  ],
  objects: [
    [
      'const o = { a: 1 as number, ["b" as string]: 2!, async c<T>(): Promise<number> { return 3 as any } }',
      '[o.a, o.b, await o.c()]',
      [1, 2, 3],
    ],
    ['var { a = 1 as number } = {} as any', 'a', 1],
  ],
  'code that is JavaScript': [
    ['const a = 1, b = 2, c = 3, d = 1; const r = [a < b, c > (d)]', 'r', [true, true]],
    ['const html = "<b>(x)</b>" + `<i>(${1})</i>`', 'html', '<b>(x)</b><i>(1)</i>'],
    ['const type = { as: 1 }; const r = type\n.as', 'r', 1],
    ['const r = /<a>(b)/.test("<a>b")', 'r', true],
    ['const n = 4; const r = n<5 && n>(3)', 'r', true],
  ],
};
