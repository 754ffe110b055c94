import { dirname, join, normalize } from 'node:path';

import ts from 'typescript';

import { filesBelow, read } from './workspace.js';

/** An import from one file to another, by their paths from the root. */
type Import = readonly [from: string, to: string];

/** A circle of rooms in a folder: its floors from the top down, and the imports that go up. */
export interface Knot {
  readonly folder: string;
  readonly floors: readonly string[];
  readonly up: readonly Import[];
}

const sourcesBelow = (folder: string): string[] =>
  filesBelow(folder).filter((path) => /\.tsx?$/.test(path));

/** The room of a file: the folder directly in `folder` that it lies in, or the file itself if it lies in none. */
const roomIn = (folder: string, path: string): string =>
  path.slice(folder.length + 1).split('/')[0] ?? '';

const importsByFolder = new Map<string, readonly Import[]>();

/** The imports between the files of a folder, types and `import()` included. They are read once. */
function importsBelow(folder: string): readonly Import[] {
  const known = importsByFolder.get(folder);
  if (known !== undefined) return known;
  const files = new Set(sourcesBelow(folder));
  const imports = [...files].flatMap((from) =>
    ts.preProcessFile(read(from)).importedFiles.flatMap(({ fileName }): Import[] => {
      if (!fileName.startsWith('.')) return [];
      const stem = normalize(join(dirname(from), fileName)).replace(/\.[jt]sx?$/, '');
      const to = [`${stem}.ts`, `${stem}.tsx`].find((path) => files.has(path));
      return to === undefined ? [] : [[from, to]];
    }),
  );
  importsByFolder.set(folder, imports);
  return imports;
}

/**
 * The circles of one folder's rooms. A room is a folder directly in it, with all below, or a file
 * directly in it: such a file has a floor of its own, wherever its imports put it.
 */
export function knotsOf(folder: string, imports: readonly Import[]): Knot[] {
  const roomOf = (path: string): string => roomIn(folder, path);
  const between = imports.filter(
    (files) =>
      files.every((path) => path.startsWith(`${folder}/`)) && roomOf(files[0]) !== roomOf(files[1]),
  );
  const rooms = [...new Set(between.flat().map(roomOf))].sort();
  const reached = new Map(rooms.map((room) => [room, new Set<string>()]));
  for (const [room, seen] of reached) {
    const visit = (from: string): void => {
      for (const [file, target] of between) {
        if (roomOf(file) !== from || seen.has(roomOf(target))) continue;
        seen.add(roomOf(target));
        visit(roomOf(target));
      }
    };
    visit(room);
  }
  const inCircle = (a: string, b: string): boolean =>
    (reached.get(a)?.has(b) ?? false) && (reached.get(b)?.has(a) ?? false);
  const circles = rooms.map((room) => rooms.filter((other) => inCircle(room, other)));
  return circles
    .filter((circle, index) => circle[0] === rooms[index])
    .map((circle) => {
      const inside = between.filter((files) =>
        files.every((path) => circle.includes(roomOf(path))),
      );
      const upIn = (order: readonly string[]): Import[] =>
        inside.filter(([from, to]) => order.indexOf(roomOf(from)) > order.indexOf(roomOf(to)));
      const floors = bestOrder(circle, (order) => upIn(order).length);
      return { folder, floors, up: upIn(floors) };
    });
}

/** An order of few costs: each room is moved to its best place until no move helps. */
function bestOrder(
  rooms: readonly string[],
  costOf: (order: readonly string[]) => number,
): readonly string[] {
  let best = rooms;
  for (let better = true; better;) {
    better = false;
    for (const room of rooms) {
      const others = best.filter((other) => other !== room);
      for (let place = 0; place <= others.length; place += 1) {
        const order = others.toSpliced(place, 0, room);
        if (costOf(order) >= costOf(best)) continue;
        best = order;
        better = true;
      }
    }
  }
  return best;
}

/** The circles of rooms below a root, in the root itself and in each folder in it. */
export function knotsBelow(root: string): Knot[] {
  const imports = importsBelow(root);
  return foldersBelow(root).flatMap((folder) => knotsOf(folder, imports));
}

/** A root and the folders below it. */
function foldersBelow(root: string): readonly string[] {
  const folders = new Set([root]);
  for (let path of sourcesBelow(root)) {
    while ((path = dirname(path)).startsWith(`${root}/`)) folders.add(path);
  }
  return [...folders].sort();
}

/** A circle as text: its floors, the top one first, and the imports that go up. */
export function drawKnot({ folder, floors, up }: Knot): string {
  const imports = up.map(([from, to]) => `  ${from} imports ${to}`);
  return [`${folder}, floors from the top down: ${floors.join(' > ')}`, ...imports].join('\n');
}

/** The floors of a root, and of each folder below it that holds three folders or more, drawn from the top down. */
export function drawFloors(root: string): string {
  const imports = importsBelow(root);
  const all = foldersBelow(root);
  return all
    .filter(
      (folder) => folder === root || all.filter((path) => dirname(path) === folder).length > 2,
    )
    .map((folder) => `${folder}\n  ${floorsOf(folder, imports).join(' > ')}`)
    .join('\n');
}

/** The floors of the folders in a folder, the top one first. Folders that share one import nothing of each other. */
export function floorsOf(folder: string, imports: readonly Import[]): readonly string[] {
  const inside = imports.filter((files) => files.every((path) => path.startsWith(`${folder}/`)));
  const between = inside.map(([from, to]) => [roomIn(folder, from), roomIn(folder, to)] as const);
  const heights = new Map<string, number>();
  const heightOf = (room: string): number => {
    const known = heights.get(room);
    if (known !== undefined) return known;
    heights.set(room, 0); // A room in a circle ends here.
    const below = between.filter(([from, to]) => from === room && to !== room);
    const height = Math.max(0, ...below.map(([, to]) => heightOf(to) + 1));
    heights.set(room, height);
    return height;
  };
  const floors: string[][] = [];
  for (const room of [...new Set(between.flat())].sort()) {
    if (!room.includes('.')) (floors[heightOf(room)] ??= []).push(room);
  }
  return floors
    .filter(Boolean)
    .reverse()
    .map((rooms) => rooms.join(', '));
}
