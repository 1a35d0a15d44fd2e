/**
 * The other door: every operation by the session of a browser, those of the API, those that only the web
 * console has, and those of a user without a company. Who may come in, and that a session begins and ends, is
 * tested in `src/interfaces/app/session-api.test.ts`.
 */
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import type { Requirement } from "@daybook/words/areas";
import type { PublicId } from "@daybook/words/public-id";
import { type Permissions, permissions, person } from "../support/bundle.ts";
import { Browser } from "../support/browser.ts";
import { ask, type Asking } from "../support/session.ts";
import { uncountedOf } from "../support/state.ts";
import { everyDoor } from "./doors.ts";
import { ORDINARY } from "./ordinary.ts";
import { CONSOLE, goodOptions, goodTarget, isOfConsole } from "./requests.ts";

const http = await everyDoor();
const operations = http.bound.map(({ operation }) => operation);

/** Returns exactly the permissions that an operation requires. A session needs no API access. */
function only({ requires }: Operation): Permissions {
  return permissions("none", {
    api_access: "none",
    ...Object.fromEntries(requires.map(({ area, level }) => [area, level])),
  });
}

function allBut({ area, level }: Requirement): Permissions {
  return permissions("manage", { [area]: level === "view" || area === "api_access" ? "none" : "view" });
}

/** A member for each set of permissions, so that none changes. The first has the spare keys. */
const first = permissions("none", { api_access: "manage" });
const sets = [first, ...operations.flatMap((each) => [only(each), ...each.requires.map(allBut)])];
const members = new Map(sets.map((levels) => [JSON.stringify(levels), levels] as const));
const people = new Map(
  [...members].map(([name, levels]) => [name, { ...person("member", levels), levels }] as const),
);
const company = await http.company({
  ...ORDINARY,
  users: [...people.values()].map(({ user }) => user),
  members: [...people.values()].map(({ member }) => member),
});
const stranger = person("stranger");
const foreign = await http.company({ users: [stranger.user], members: [stranger.member] });
/** Returns a browser with a new session of a user. */
async function signedIn(user: string): Promise<Browser> {
  const { session } = await http.app.db.transaction((tx) =>
    http.app.signIn.openSession(tx, user as PublicId<"user">),
  );
  const browser = new Browser(http.address);
  browser.cookies.set(browser.cookieName, session);
  return browser;
}
const browsers = new Map<string, Browser>();
for (const [name, { user }] of people) browsers.set(name, await signedIn(user.id));

/** Asks the door of the browser as the member with these permissions, who is in `company`. */
function askAs(levels: Permissions, operation: Operation, more: Asking = {}) {
  const browser = browsers.get(JSON.stringify(levels));
  if (browser === undefined) throw new Error("there is no member with these permissions");
  const target = isOfConsole(operation)
    ? goodTarget(operation).replace(CONSOLE, "/app/api")
    : `/app/api/v1${goodTarget(operation)}`;
  const options = goodOptions(operation);
  const headers = { ...options.headers, ...more.headers };
  return ask(browser, target, { company: company.id, ...options, ...more, headers });
}

const digests = (): Promise<object> => uncountedOf(http.app, company.id, foreign.id);
let known = await digests();

describe.each(operations.map((operation) => [operation.id, operation] as const))("%s", (_id, operation) => {
  test("is refused without session, company, membership, page and permission, and changes nothing", async () => {
    const exactly = only(operation);
    const refusals: [string, Awaited<ReturnType<typeof askAs>>][] = [
      ["session_ended", await askAs(exactly, operation, { headers: { cookie: "" } })],
      ["company_unknown", await askAs(exactly, operation, { company: null })],
      ["company_unknown", await askAs(exactly, operation, { company: foreign.id })],
    ];
    if (operation.method !== "GET")
      refusals.push(
        ["foreign_request", await askAs(exactly, operation, { headers: { "x-csrf-token": "" } })],
        ["foreign_request", await askAs(exactly, operation, { headers: { origin: "https://else.example" } })],
      );
    for (const requirement of operation.requires)
      refusals.push(["insufficient_permission", await askAs(allBut(requirement), operation)]);
    expect(refusals.map(([, { code }]) => code)).toEqual(refusals.map(([code]) => code));
    const before = known;
    known = await digests();
    expect(known).toEqual(before);
  });

  test("is carried out with exactly the required permissions", async () => {
    const { status, text } = await askAs(only(operation), operation);
    expect(status, text).toBe(operation.success.status);
    const before = known;
    known = await digests();
    expect(isDeepStrictEqual(known, before)).toBe(operation.hints.readOnly);
  });
});

const ofUser = http.app.consoleOperations.filter(({ scope }) => scope === "user");

describe.each(ofUser.map(({ operation }) => [operation.id, operation] as const))("%s", (_id, operation) => {
  test("works for the user alone, and is refused without session and page", async () => {
    const user = stranger.user.id as PublicId<"user">;
    await signedIn(user);
    const browser = await signedIn(user);
    const session = browser.session;
    const other = (await http.app.signIn.listSessions(user, session)).find(({ is_own }) => !is_own);
    const target = `/app/api${operation.path.replace("{id}", other?.id ?? "")}`;
    const body = operation.examples[0]?.body;
    const asked = (more: Asking = {}) =>
      ask(browser, target, { method: operation.method, ...(body === undefined ? {} : { body }), ...more });
    const before = await digests();
    const refusals: [string, Awaited<ReturnType<typeof asked>>][] = [
      ["session_ended", await asked({ headers: { cookie: "" } })],
    ];
    if (operation.method !== "GET")
      refusals.push(
        ["foreign_request", await asked({ headers: { "x-csrf-token": "" } })],
        ["foreign_request", await asked({ headers: { origin: "https://else.example" } })],
      );
    expect(refusals.map(([, { code }]) => code)).toEqual(refusals.map(([code]) => code));
    expect(await digests()).toEqual(before);
    const { status, text } = await asked();
    expect(status, text).toBe(operation.success.status);
    expect(isDeepStrictEqual(await digests(), before)).toBe(operation.hints.readOnly);
  });
});
