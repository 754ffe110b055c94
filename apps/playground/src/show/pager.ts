import { fitWidth, wrapText } from '../view/text/fit-width.js';
import { plainText } from '../view/text/plain-text.js';
import type { Style } from '../render/style.js';
import type { Page } from './pages.js';

/** The room that there is. */
export interface Room {
  readonly columns: number;
  readonly rows: number;
}

/** Where a reader of pages is. */
export interface PagerState {
  readonly page: number;
  /** The first row of the page that is seen. */
  readonly top: number;
  /** What is being typed behind `/`; undefined while nothing is. */
  readonly typed?: string;
  /** What was last searched for. */
  readonly search: string;
  readonly message: string;
  readonly isOver: boolean;
}

/** A key, as `node:readline` reports it. */
export interface Key {
  readonly name?: string | undefined;
  readonly sequence?: string | undefined;
  readonly ctrl?: boolean | undefined;
}

/** At the beginning. */
export const pagerStart: PagerState = {
  page: 0,
  top: 0,
  search: '',
  message: '',
  isOver: false,
};

const keysText = 'q quit  n/p step  space scroll  / search  N next  g/G ends';

/** Pages that are looked at in a terminal: what a key does, and what is seen. Wrapped lines are kept for a width. */
export class Pager {
  readonly #pages: readonly Page[];
  readonly #style: Style;
  #wrapped = new Map<number, string[]>();
  #columns = 0;

  constructor(pages: readonly Page[], style: Style) {
    this.#pages = pages;
    this.#style = style;
  }

  press(state: PagerState, key: Key, room: Room): PagerState {
    const { name = '', sequence = '', ctrl = false } = key;
    if (ctrl && (name === 'c' || name === 'd')) return { ...state, isOver: true };
    if (state.typed !== undefined) return this.#type(state, state.typed, key, room);
    const body = Math.max(1, room.rows - 2);
    const calm = { ...state, message: '' };
    switch (sequence === '/' || /^[ngGNpqjkb? ]$/.test(sequence) ? sequence : name) {
      case 'q':
      case 'escape':
        return { ...calm, isOver: true };
      case 'n':
      case 'right':
        return this.#turn(calm, calm.page + 1);
      case 'p':
      case 'left':
        return this.#turn(calm, calm.page - 1);
      case 'g':
      case 'home':
        return this.#turn(calm, 0);
      case 'G':
      case 'end':
        return this.#turn(calm, this.#pages.length - 1);
      case 'j':
      case 'down':
      case 'return':
        return this.#scroll(calm, 1, room);
      case 'k':
      case 'up':
        return this.#scroll(calm, -1, room);
      case ' ':
      case 'pagedown':
        return this.#isAtEnd(calm, room)
          ? this.#turn(calm, calm.page + 1)
          : this.#scroll(calm, body, room);
      case 'b':
      case 'pageup':
        return this.#scroll(calm, -body, room);
      case '/':
        return { ...calm, typed: '' };
      case 'N':
        return this.#find(calm, room, 1);
      default:
        return { ...calm, message: keysText };
    }
  }

  /** The rows of the screen, none wider than it. */
  draw(state: PagerState, room: Room): string[] {
    const { columns, rows } = room;
    const body = Math.max(1, rows - 2);
    const page = this.#rows(state.page, columns);
    const seen = page
      .slice(state.top, state.top + body)
      .map((row) => this.#mark(row, state.search));
    const empty = Array.from({ length: body - seen.length }, () => '');
    const title = this.#pages[state.page]?.title ?? '';
    const place = `${state.page + 1}/${this.#pages.length}`;
    const more = state.top + body < page.length ? ' (more below)' : '';
    const below =
      state.typed === undefined ? state.message || keysText : `/${plainText(state.typed)}`;
    return [
      this.#style.inverse(fitWidth(` ${place} ${title}${more} `, columns)),
      ...seen,
      ...empty,
      this.#style.dim(fitWidth(below, columns)),
    ];
  }

  #turn(state: PagerState, page: number): PagerState {
    if (page < 0) return { ...state, message: 'this is the beginning' };
    if (page >= this.#pages.length) return { ...state, message: 'this is the end' };
    return { ...state, page, top: 0 };
  }

  #scroll(state: PagerState, by: number, { columns, rows }: Room): PagerState {
    const body = Math.max(1, rows - 2);
    const last = Math.max(0, this.#rows(state.page, columns).length - body);
    return { ...state, top: Math.min(last, Math.max(0, state.top + by)) };
  }

  #isAtEnd({ page, top }: PagerState, { columns, rows }: Room): boolean {
    return top + Math.max(1, rows - 2) >= this.#rows(page, columns).length;
  }

  #type(state: PagerState, typed: string, { name, sequence = '' }: Key, room: Room): PagerState {
    const { typed: _, ...rest } = state;
    if (name === 'escape') return rest;
    if (name === 'return' || name === 'enter') {
      return this.#find({ ...rest, search: typed === '' ? state.search : typed }, room, 0);
    }
    if (name === 'backspace') return { ...state, typed: Array.from(typed).slice(0, -1).join('') };
    return /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]+$/u.test(sequence)
      ? { ...state, typed: typed + sequence }
      : state;
  }

  /** Goes to the next row with the search text, starting this number of rows after the first visible one, and wraps around. */
  #find(state: PagerState, { columns }: Room, behind: number): PagerState {
    if (state.search === '') return { ...state, message: 'nothing to search for: / begins' };
    const count = this.#pages.length;
    for (let turned = 0; turned <= count; turned += 1) {
      const page = (state.page + turned) % count;
      const from = turned === 0 ? state.top + behind : 0;
      const rows = this.#rows(page, columns);
      const top = rows.findIndex((row, index) => index >= from && this.#has(row, state.search));
      if (top !== -1) return { ...state, page, top };
    }
    return { ...state, message: `not found: ${plainText(state.search)}` };
  }

  #has(row: string, search: string): boolean {
    return bare(row).toLowerCase().includes(search.toLowerCase());
  }

  #mark(row: string, search: string): string {
    if (search === '' || !this.#has(row, search)) return row;
    const text = bare(row);
    const at = text.toLowerCase().indexOf(search.toLowerCase());
    const end = at + search.length;
    return `${text.slice(0, at)}${this.#style.inverse(text.slice(at, end))}${text.slice(end)}`;
  }

  #rows(page: number, columns: number): string[] {
    if (columns !== this.#columns) this.#wrapped = new Map();
    this.#columns = columns;
    const known = this.#wrapped.get(page);
    if (known !== undefined) return known;
    const lines = this.#pages[page]?.lines ?? [];
    const rows = lines.flatMap((line) => wrapText(line, Math.max(1, columns)));
    this.#wrapped.set(page, rows);
    return rows;
  }
}

/** A row without its colours: no other control character precedes a bracket. */
const bare = (row: string): string => row.replace(/\p{Cc}\[\d+m/gu, '');
