/**
 * Writes a serial by the pieces of a section that has parts of a date or time. An "m" is minutes after hours,
 * after seconds or before seconds, and a month elsewhere. A unit that stands in brackets once is elapsed
 * wherever it stands. Times are rounded at the last part of a second that is shown, never further up.
 */
import { SECONDS_A_DAY, SERIAL_MAX, civilOf, weekdayOf } from "../serial.ts";
import type { Piece } from "./sections.ts";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
/** Decimals of seconds that Excel shows at most. */
const DECIMALS_MAX = 3;

export function isDatePiece(piece: Piece): boolean {
  return piece.kind === "date" || piece.kind === "elapsed" || piece.kind === "half";
}

/**
 * A serial as date and time; null where it is no moment of the calendar, or Excel would not take the section.
 */
export function writeDate(pieces: readonly Piece[], serial: number): string | null {
  if (!(serial >= 0 && serial < SERIAL_MAX + 1)) return null;
  const roles = rolesOf(pieces);
  if (roles === null) return null;
  const decimals = Math.max(0, ...roles.map((role) => (role.kind === "fraction" ? role.decimals : 0)));
  const hasTime = roles.some(
    ({ kind }) => kind === "time" || kind === "elapsed" || kind === "fraction" || kind === "half",
  );
  const unit = 10 ** decimals;
  const ticks = hasTime ? Math.round((Math.round(serial * SECONDS_A_DAY * 10_000) / 10_000) * unit) : 0;
  const seconds = Math.floor(ticks / unit);
  const day = hasTime ? Math.floor(seconds / SECONDS_A_DAY) : Math.floor(serial);
  const date = civilOf(day);
  if (date === null) return null;
  const isTwelve = roles.some(({ kind }) => kind === "half");
  const hour = Math.floor(seconds / 3600) % 24;
  const time = { h: isTwelve ? hour % 12 || 12 : hour, m: Math.floor(seconds / 60) % 60, s: seconds % 60 };
  const elapsed = new Set(roles.map((role) => (role.kind === "elapsed" ? role.letter : "")));
  let text = "";
  for (const role of roles) {
    if (role.kind === "text") text += role.text;
    else if (role.kind === "elapsed" || (role.kind === "time" && elapsed.has(role.letter)))
      text += String(Math.floor(seconds / ELAPSED_UNITS[role.letter])).padStart(role.count, "0");
    else if (role.kind === "time") text += String(time[role.letter]).padStart(role.count > 1 ? 2 : 1, "0");
    else if (role.kind === "fraction")
      text += `.${String(ticks % unit)
        .padStart(decimals, "0")
        .slice(0, role.decimals)}`;
    else if (role.kind === "half") text += halfText(role.text, hour);
    else if (role.kind === "year") text += yearText(date.year, role.count);
    else if (role.kind === "buddhist year") text += yearText(date.year + BUDDHIST_YEARS, role.count);
    else if (role.kind === "month") text += monthText(date.month, role.count);
    else text += dayText(date.day, weekdayOf(day), role.count);
  }
  return text;
}

const ELAPSED_UNITS = { h: 3600, m: 60, s: 1 } as const;
type TimeLetter = keyof typeof ELAPSED_UNITS;

type Role =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "time" | "elapsed"; readonly letter: TimeLetter; readonly count: number }
  | { readonly kind: "fraction"; readonly decimals: number }
  | { readonly kind: "half"; readonly text: string }
  | { readonly kind: "year" | "buddhist year" | "month" | "day"; readonly count: number };

function halfText(written: string, hour: number): string {
  const text = written.length === 5 ? written.toUpperCase() : written;
  const [before = "", after = ""] = text.split("/");
  return hour < 12 ? before : after;
}

/** The year of the Buddhist calendar in which year 0 would begin. */
const BUDDHIST_YEARS = 543;

function yearText(year: number, count: number): string {
  return count > 2 ? String(year) : String(year % 100).padStart(2, "0");
}

function monthText(month: number, count: number): string {
  const name = MONTHS[month - 1] ?? "";
  if (count < 3) return String(month).padStart(count, "0");
  return count === 3 ? name.slice(0, 3) : count === 5 ? name.slice(0, 1) : name;
}

function dayText(day: number, weekday: number, count: number): string {
  if (count < 3) return String(day).padStart(count, "0");
  const name = WEEKDAYS[weekday] ?? "";
  return count === 3 ? name.slice(0, 3) : name;
}

const LITERALS: ReadonlyMap<string, string> = new Map([
  ["comma", ","],
  ["slash", "/"],
]);

function rolesOf(pieces: readonly Piece[]): readonly Role[] | null {
  const roles: Role[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at];
    if (piece === undefined) break;
    const sign = LITERALS.get(piece.kind);
    if (piece.kind === "point") {
      let decimals = 0;
      for (
        let next = pieces[at + 1];
        next?.kind === "digit" && next.text === "0";
        next = pieces[at + 1 + decimals]
      )
        decimals++;
      if (decimals > DECIMALS_MAX) return null;
      roles.push(decimals === 0 ? { kind: "text", text: "." } : { kind: "fraction", decimals });
      at += decimals;
    } else if (sign !== undefined) roles.push({ kind: "text", text: sign });
    else if (piece.kind === "text" || piece.kind === "half") roles.push(piece);
    else if (piece.kind === "elapsed")
      roles.push({ kind: "elapsed", letter: timeLetter(piece.letter), count: piece.count });
    else if (piece.kind === "date") roles.push(dateRole(pieces, at, piece.letter, piece.count));
    else return null;
  }
  return roles;
}

const timeLetter = (letter: string): TimeLetter => (letter === "h" ? "h" : letter === "m" ? "m" : "s");

function dateRole(pieces: readonly Piece[], at: number, letter: string, count: number): Role {
  if (letter === "h" || letter === "s") return { kind: "time", letter, count };
  if (letter === "y") return { kind: "year", count };
  if (letter === "e") return { kind: "year", count: 4 };
  if (letter === "b") return { kind: "buddhist year", count };
  if (letter === "d") return { kind: "day", count };
  const isMinutes =
    count <= 2 && ("hs".includes(neighbour(pieces, at, -1) || "-") || neighbour(pieces, at, 1) === "s");
  return isMinutes ? { kind: "time", letter: "m", count } : { kind: "month", count };
}

/** The letter of the nearest part of a date or time on one side. */
function neighbour(pieces: readonly Piece[], at: number, step: 1 | -1): string {
  for (let near = at + step; near >= 0 && near < pieces.length; near += step) {
    const piece = pieces[near];
    if (piece?.kind === "date" || piece?.kind === "elapsed") return piece.letter;
  }
  return "";
}
