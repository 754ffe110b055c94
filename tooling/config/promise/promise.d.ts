/** A figure of the promise. */
export type FigureName =
  | 'faults'
  | 'busyMs'
  | 'grownBytes'
  | 'keptBytes'
  | 'lateMs'
  | 'misbookedTokens'
  | 'neighbourFaults'
  | 'promptChars';

/** What was measured, and the most that it may be. */
export interface Figure {
  readonly value: number;
  readonly bound: number;
  /** How many times its bound it may be, since other work ran beside. Default 1. */
  readonly room?: number;
}

/** A hostile case and what it did. */
export interface MeasuredCase {
  readonly backend: string;
  readonly suite: string;
  readonly name: string;
  readonly figures: Readonly<Partial<Record<FigureName, Figure>>>;
}

/** What happened to the host while it was watched; see watch-host.js. */
export interface HostFigures {
  /** Longest work of the host's own thread in one piece. */
  readonly busyMs: number;
  /** Longest time for which the host's timers were held up: `busyMs` on a machine that does nothing else. */
  readonly delayMs: number;
  /** Highest resident memory of the host and its children over what it was before, in bytes. */
  readonly grownBytes: number;
  /** Rejections and exceptions that nobody caught. */
  readonly faults: number;
}

/** A watch over the host, which runs until it is stopped. */
export interface HostWatch {
  take(): HostFigures;
  stop(): void;
}

/** A hostile case while it runs. */
export interface CaseWatch {
  /** Waits for a call that must end within `limitMs`: its time-out, 0 once it is aborted or closed, Infinity where nothing limits it. */
  readonly inTime: <Value>(limitMs: number, call: () => Promise<Value>) => Promise<Value>;
  /** Another session had to bear something: answers that were wrong, calls that were asked twice. */
  readonly blame: (count: number) => void;
}

/** What a case does to the process that runs it. */
export type HostCaseFigures = Readonly<
  Record<'faults' | 'busyMs' | 'grownBytes' | 'keptBytes' | 'lateMs', Figure>
> & {
  /** Where there was another session. */
  readonly neighbourFaults?: Figure;
};

/** See figures.js. */
export const maxBusyMs: number;
export const maxKeptBytes: number;
export const maxLateMs: number;
export function maxGrownBytes(memoryBytes: number): number;
export function isOver(figure: Figure): boolean;
/** How much longer work may take beside other work; 1 if the machine is idle. */
export function loadHeadroom(): number;

/** See measure-case.js. */
export function measureCase<Value>(
  memoryBytes: number,
  body: (watch: CaseWatch) => Promise<Value>,
): Promise<{ readonly value: Value; readonly figures: HostCaseFigures }>;

export function keptSince(before: number): Promise<number>;

/** See watch-host.js. */
export function watchHost(): HostWatch;
export function waitedMs(): number;

/** See report.js. */
export function writeReport(suite: string, cases: readonly MeasuredCase[]): void;
export function removeReports(packageFolder: string): void;
export function readReports(packageFolder: string): MeasuredCase[];

/** See table.js. */
export function renderTable(cases: readonly MeasuredCase[]): string;
export function brokenIn(cases: readonly MeasuredCase[]): string[];
