/**
 * Writes a serial with a section that has parts of a date or time. An "m" means minutes after hours, after
 * seconds or before seconds, and months elsewhere. If a unit is in brackets, it is elapsed time at its other
 * positions too. Times are rounded to the last shown part of a second, never to minutes or hours.
 */
import { MONTH_NAMES } from "@daybook/words/months";
import { SECONDS_A_DAY, SERIAL_MAX, civilOf, weekdayOf } from "../serial.ts";
import type { Piece } from "./sections.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
/** The most decimals of seconds that Excel shows. */
const DECIMALS_MAX = 3;

export function isDatePiece(piece: Piece): boolean {
  return piece.kind === "date" || piece.kind === "elapsed" || piece.kind === "half";
}

/**
 * Writes a serial as date and time. Returns null if it is outside of the calendar, or if Excel would refuse
 * the section.
 */
export function writeDate(pieces: readonly Piece[], serial: number): string | null {
  if (!(serial >= 0 && serial < SERIAL_MAX + 1)) return null;
  const roles = rolesOf(pieces);
  const shown = roles === null ? null : roundedFor(roles, serial);
  if (roles === null || shown === null) return null;
  let text = "";
  for (const role of roles) text += roleText(role, shown);
  return text;
}

/** A date and time, rounded to the last shown part of a second. */
interface RoundedTime {
  readonly date: { readonly year: number; readonly month: number; readonly day: number };
  readonly weekday: number;
  /** Seconds since the serial 0. */
  readonly seconds: number;
  /** The decimals of the second. A section may show fewer of them at some positions. */
  readonly fraction: string;
  /** True if hours count from 1 to 12. */
  readonly isTwelve: boolean;
  /** The units that are elapsed time at all their positions. */
  readonly elapsed: ReadonlySet<string>;
}

function roundedFor(roles: readonly Role[], serial: number): RoundedTime | null {
  const decimals = Math.max(0, ...roles.map((role) => (role.kind === "fraction" ? role.decimals : 0)));
  const hasTime = roles.some(({ kind }) => TIME_ROLES.has(kind));
  const unit = 10 ** decimals;
  const ticks = hasTime ? Math.round((Math.round(serial * SECONDS_A_DAY * 10_000) / 10_000) * unit) : 0;
  const seconds = Math.floor(ticks / unit);
  const day = hasTime ? Math.floor(seconds / SECONDS_A_DAY) : Math.floor(serial);
  const date = civilOf(day);
  if (date === null) return null;
  return {
    date,
    weekday: weekdayOf(day),
    seconds,
    fraction: String(ticks % unit).padStart(decimals, "0"),
    isTwelve: roles.some(({ kind }) => kind === "half"),
    elapsed: new Set(roles.map((role) => (role.kind === "elapsed" ? role.letter : ""))),
  };
}

function roleText(role: Role, shown: RoundedTime): string {
  switch (role.kind) {
    case "text":
      return role.text;
    case "elapsed":
      return elapsedText(shown.seconds, role.letter, role.count);
    case "time":
      return shown.elapsed.has(role.letter)
        ? elapsedText(shown.seconds, role.letter, role.count)
        : String(clockPart(shown, role.letter)).padStart(role.count > 1 ? 2 : 1, "0");
    case "fraction":
      return `.${shown.fraction.slice(0, role.decimals)}`;
    case "half":
      return halfText(role.text, hourOf(shown.seconds));
    case "year":
      return yearText(shown.date.year, role.count);
    case "buddhist year":
      return yearText(shown.date.year + BUDDHIST_YEARS, role.count);
    case "month":
      return monthText(shown.date.month, role.count);
    default:
      return dayText(shown.date.day, shown.weekday, role.count);
  }
}

const hourOf = (seconds: number): number => Math.floor(seconds / 3600) % 24;

/** Returns the hour, minute or second on a clock. */
function clockPart({ seconds, isTwelve }: RoundedTime, letter: TimeLetter): number {
  if (letter === "s") return seconds % 60;
  if (letter === "m") return Math.floor(seconds / 60) % 60;
  const hour = hourOf(seconds);
  return isTwelve ? hour % 12 || 12 : hour;
}

function elapsedText(seconds: number, letter: TimeLetter, count: number): string {
  return String(Math.floor(seconds / ELAPSED_UNITS[letter])).padStart(count, "0");
}

const ELAPSED_UNITS = { h: 3600, m: 60, s: 1 } as const;
type TimeLetter = keyof typeof ELAPSED_UNITS;

type Role =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "time" | "elapsed"; readonly letter: TimeLetter; readonly count: number }
  | { readonly kind: "fraction"; readonly decimals: number }
  | { readonly kind: "half"; readonly text: string }
  | { readonly kind: "year" | "buddhist year" | "month" | "day"; readonly count: number };

/** The roles that show a part of the time. Without any, the time is not rounded. */
const TIME_ROLES: ReadonlySet<Role["kind"]> = new Set(["time", "elapsed", "fraction", "half"]);

function halfText(written: string, hour: number): string {
  const text = written.length === 5 ? written.toUpperCase() : written;
  const [before = "", after = ""] = text.split("/");
  return hour < 12 ? before : after;
}

/** The difference between a Buddhist year and a Western year. */
const BUDDHIST_YEARS = 543;

function yearText(year: number, count: number): string {
  return count > 2 ? String(year) : String(year % 100).padStart(2, "0");
}

function monthText(month: number, count: number): string {
  const name = MONTH_NAMES[month - 1] ?? "";
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

/** Returns the letter of the nearest part of a date or time on one side. */
function neighbour(pieces: readonly Piece[], at: number, step: 1 | -1): string {
  for (let near = at + step; near >= 0 && near < pieces.length; near += step) {
    const piece = pieces[near];
    if (piece?.kind === "date" || piece?.kind === "elapsed") return piece.letter;
  }
  return "";
}
