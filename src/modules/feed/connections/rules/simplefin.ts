/** SimpleFIN: how its tokens, its addresses and its sets of accounts are read (protocol version 1 and 2). */
import { type CivilDate, DAY_S, dayNumber, type UnixSeconds } from "@daybook/words/civil-date";
import {
  centsOfText,
  elementsOf,
  idOf,
  idOrNull,
  integerOf,
  listOf,
  members,
  objectOf,
  readEach,
  textOf,
  textOrNull,
  utcDayOf,
} from "./answers.ts";
import { type Page, type SkippedLine, storable, type VendorAccount, type VendorLine } from "./pull.ts";

/** Returns the address in a setup token; null for any other text. */
export function claimAddress(token: string): URL | null {
  const text = token.trim();
  if (!/^[A-Za-z0-9+/_-]{8,4000}={0,2}$/.test(text)) return null;
  const address = Buffer.from(text, "base64").toString("utf8");
  return URL.canParse(address) ? new URL(address) : null;
}

export interface Access {
  /** The address without user and password. */
  readonly url: string;
  readonly authorization: string;
}

/** Returns the parts of an access URL; null for any other text. */
export function accessOf(text: string): Access | null {
  if (!URL.canParse(text.trim())) return null;
  const url = new URL(text.trim());
  if (url.username === "" || !/^https?:$/.test(url.protocol)) return null;
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return {
    url: `${url.origin}${url.pathname.replace(/\/+$/, "")}`,
    authorization: `Basic ${Buffer.from(pair).toString("base64")}`,
  };
}

/** The bridge refuses longer ranges. */
const WINDOW_S = 30 * DAY_S;
/** Banks book lines on earlier days than the last pull, so these days are read again. */
const OVERLAP_S = 14 * DAY_S;

/** A range of time, in Unix seconds: from `start` until before `end`. */
export interface Window {
  readonly start: number;
  readonly end: number;
  /** True if it reaches the present. */
  readonly isLast: boolean;
}

export function windowOf(cursor: string | null, since: CivilDate, now: UnixSeconds): Window {
  const first = dayNumber(since) * DAY_S;
  const start = cursor === null ? first : Math.max(first, integerOf(objectOf(cursor), "from"));
  const end = Math.min(start + WINDOW_S, now + DAY_S);
  return { start, end: Math.max(end, start + 1), isLast: end >= now };
}

function cursorAfter({ end, isLast }: Window, now: UnixSeconds): string {
  return JSON.stringify({ from: isLast ? now - OVERLAP_S : end });
}

interface AccountSet {
  readonly accounts: readonly VendorAccount[];
  readonly lines: readonly VendorLine[];
  readonly skipped: readonly SkippedLine[];
  readonly problems: readonly string[];
  readonly reconnect: string | null;
}

/** Reads the answer to `/accounts`. Throws `UnexpectedAnswer`. */
export function readAccountSet(body: string): AccountSet {
  const set = objectOf(body);
  const accounts = listOf(set, "accounts");
  const read = accounts.map((account) =>
    readEach(
      account["transactions"] === undefined ? [] : elementsOf(account, "transactions"),
      (line) => lineOf(idOf(account, "id"), line),
      (line) => ({ account: idOf(account, "id"), id: idOrNull(line, "id") }),
    ),
  );
  const errors = [
    ...stringsOf(set["errors"]).map((text) => ({
      text,
      needsPerson: /authenticat|sign in|log ?in/i.test(text),
    })),
    ...(Array.isArray(set["errlist"]) ? listOf(set, "errlist") : []).map((error) => ({
      text: textOrNull(error, "msg") ?? textOrNull(error, "code") ?? "an error without a message",
      needsPerson: ["con.auth", "gen.auth"].includes(textOrNull(error, "code") ?? ""),
    })),
  ];
  const sentencesOf = (some: typeof errors) =>
    [...new Set(some.map(({ text }) => `SimpleFIN reports: ${storable(text)}`))].slice(0, 20);
  return {
    accounts: accounts.map((account) => ({
      id: idOf(account, "id"),
      name: nameOf(account),
      currency: textOf(account, "currency"),
    })),
    lines: read.flatMap(({ values }) => values.flat()),
    skipped: read.flatMap(({ skipped }) => skipped),
    problems: sentencesOf(errors),
    reconnect: storable(sentencesOf(errors.filter(({ needsPerson }) => needsPerson)).join(" ")) || null,
  };
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function nameOf(account: Readonly<Record<string, unknown>>): string {
  const org = account["org"] === undefined ? {} : members(account["org"], "`org`");
  const bank = textOrNull(org, "name") ?? textOrNull(org, "domain");
  return storable([bank, textOf(account, "name")].filter((part) => part !== null).join(" "));
}

/** Returns a line, or none for a pending one without a day. */
function lineOf(account: string, line: Readonly<Record<string, unknown>>): VendorLine[] {
  const pending = line["pending"] === true;
  const posted = integerOf(line, "posted");
  const at = posted === 0 && pending ? line["transacted_at"] : posted;
  if (typeof at !== "number") return [];
  return [
    {
      account,
      id: idOf(line, "id"),
      // Banks give days, which the bridge writes as times in UTC.
      date: utcDayOf(at),
      amount_cents: centsOfText(line, "amount"),
      description: textOf(line, "description"),
      merchant_name: textOrNull(line, "payee"),
      pending,
      replaces: null,
    },
  ];
}

/** The page of a window. */
export function pageOf(body: string, window: Window, now: UnixSeconds): Page {
  const { accounts, lines, skipped, problems, reconnect } = readAccountSet(body);
  return {
    accounts,
    lines,
    removed: [],
    // An account with a problem may lack lines.
    allPendingOf: window.isLast && problems.length === 0 ? accounts.map(({ id }) => id) : [],
    skipped,
    again: JSON.stringify({ from: window.start }),
    cursor: cursorAfter(window, now),
    hasMore: !window.isLast,
    problems,
    reconnect,
  };
}
