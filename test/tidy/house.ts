/**
 * The picture of the house (`docs/house.svg`), drawn from the imports: each room with its lines of code, each
 * arrow from a room to one that it uses. Arrows that follow from others are left out. Invariant: every
 * arrow points down.
 */
import { dirname, join } from "node:path";
import { filesOf, isTest, textOf, WRITTEN } from "./tree.ts";

/** The row of each room, and its column in the picture. */
const PLACES: Readonly<Record<string, readonly [row: number, column: number]>> = {
  console: [0, 0.5],
  "src/app": [0, 2],
  "src/interfaces": [1, 2],
  client: [2, 0],
  "modules/intake": [2, 2],
  "src/config": [3, 1],
  "modules/sheets": [3, 2],
  "src/sample": [3, 4],
  "modules/feed": [4, 2],
  "modules/books": [5, 2],
  "modules/filings": [5, 3],
  "modules/tenants": [6, 2],
  "src/platform": [7, 1.5],
  "src/contract": [7, 4],
  "src/core": [8, 2],
  formula: [9, 0.5],
  words: [10, 2],
};
const ABOUT: Readonly<Record<string, string>> = {
  "src/app": "puts it together",
  console: "pages in a browser",
  "src/interfaces": "HTTP, MCP, commands",
  client: "calls the API",
  "src/config": "settings",
  "modules/intake": "imports",
  "modules/sheets": "spreadsheets",
  "src/sample": "a made-up company",
  "modules/feed": "banks, invoices",
  "modules/books": "ledger, statements",
  "modules/filings": "taxes, 1099s",
  "modules/tenants": "people, access",
  "src/platform": "database, files, time",
  "src/contract": "words of cards",
  "src/core": "errors, records",
  formula: "calculates cells",
  words: "cents, days, limits",
};
const [WIDTH, HEIGHT, ACROSS, DOWN] = [156, 44, 182, 74] as const;

function roomOf(path: string): string {
  const [first = "", second = "", third = ""] = path.split("/");
  if (first !== "src") return first;
  if (second === "modules") return `modules/${third}`;
  return second.endsWith(".ts") ? "src/app" : `src/${second}`;
}

const SOURCES = filesOf([".ts", ".tsx"], "src", "client/src", "console/src", "formula/src", "words").filter(
  (path) => WRITTEN.includes(path) && !isTest(path),
);

/** The rooms that each room imports, types included. */
function arrows(): Map<string, Set<string>> {
  const uses = new Map<string, Set<string>>();
  for (const path of SOURCES) {
    const room = roomOf(path);
    const used = uses.get(room) ?? new Set();
    uses.set(room, used);
    for (const [, from = ""] of textOf(path).matchAll(/\b(?:from|import\(?)\s*"([^"]+)"/g)) {
      const target = from.startsWith(".")
        ? roomOf(join(dirname(path), from))
        : (/^@daybook\/(\w+)/.exec(from)?.[1] ?? room);
      if (target !== room && target in PLACES) used.add(target);
    }
  }
  return uses;
}

/** The arrows without those that follow from others. */
function fewest(uses: ReadonlyMap<string, ReadonlySet<string>>): (readonly [from: string, to: string])[] {
  const reaches = (from: string, to: string): boolean =>
    from === to || [...(uses.get(from) ?? [])].some((next) => reaches(next, to));
  return [...uses].flatMap(([from, used]) =>
    [...used]
      .filter((to) => ![...used].some((other) => other !== to && reaches(other, to)))
      .map((to) => [from, to] as const),
  );
}

const linesOf = (room: string): number =>
  SOURCES.filter((path) => roomOf(path) === room).reduce(
    (sum, path) => sum + textOf(path).split("\n").length,
    0,
  );

function placeOf(room: string): { readonly x: number; readonly y: number; readonly row: number } {
  const place = PLACES[room];
  if (place === undefined) throw new Error(`${room} has no place in test/tidy/house.ts`);
  const [row, column] = place;
  return { x: 12 + column * ACROSS, y: 12 + row * DOWN, row };
}

/** An arrow over more than one row leaves a box at its side, so that it passes beside the next boxes. */
function arrow([from, to]: readonly [string, string]): string {
  const [start, end] = [placeOf(from), placeOf(to)];
  if (start.row >= end.row) throw new Error(`the arrow from ${from} to ${to} points up`);
  const [x, y] = [end.x + WIDTH / 2, end.y - 3];
  const isAside = end.row - start.row > 1 && Math.abs(end.x - start.x) >= WIDTH;
  const x1 = isAside ? start.x + (end.x > start.x ? WIDTH : 0) : start.x + WIDTH / 2;
  const y1 = start.y + (isAside ? HEIGHT / 2 : HEIGHT);
  const bend = (y - y1) / 2;
  const curve = isAside ? `${x} ${y1} ${x} ${y1}` : `${x1} ${y1 + bend} ${x} ${y - bend}`;
  return `<path d="M${x1} ${y1}C${curve} ${x} ${y}"><title>${from} uses ${to}</title></path>`;
}

/** Lines are rounded to thousands, so that the picture changes seldom. */
function box(room: string): string {
  const { x, y } = placeOf(room);
  const lines = (Math.round(linesOf(room) / 1_000) || 1).toLocaleString("en-US");
  return `<rect x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="5"/>
<text x="${x + 9}" y="${y + 18}"><tspan class="room">${room.replace(/^(?:src|modules)\//, "")}</tspan> · ${lines}k</text>
<text x="${x + 9}" y="${y + 35}">${ABOUT[room]}</text>`;
}

/** The picture as SVG. */
export function housePicture(): string {
  const uses = arrows();
  const rooms = [...uses.keys()].toSorted();
  const places = rooms.map(placeOf);
  const width = Math.max(...places.map(({ x }) => x)) + WIDTH + 12;
  const height = Math.max(...places.map(({ y }) => y)) + HEIGHT + 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>The rooms of the code, with thousands of lines, and which room uses which</title>
<style>rect{fill:#fff;stroke:#667}path{fill:none;stroke:#667;marker-end:url(#tip)}.room{font-weight:bold}</style>
<defs><marker id="tip" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L6 3L0 6z" style="fill:#667;stroke:none;marker-end:none"/></marker></defs>
<rect x="0" y="0" width="${width}" height="${height}" style="stroke:none"/>
${fewest(uses).map(arrow).toSorted().join("\n")}
${rooms.map(box).join("\n")}
</svg>
`;
}
