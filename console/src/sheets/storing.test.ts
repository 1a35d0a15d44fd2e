/**
 * What is stored in whose name, and what becomes of waiting changes when the service answers late: the
 * documents of the page against answers that come in a given order.
 */
import { FormulaText } from "@daybook/formula/cells";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  answeredBlock,
  answeredWorksheet,
  answersOf,
  movedRows,
} from "../../../test/support/sheet-answers.ts";
import type * as QueriesModule from "../api/queries.ts";
import type { SheetChanges, SheetEdit } from "../api/generated/schemas.ts";
import type { Change } from "./cells.ts";
import { SheetDocument } from "./document.ts";
import type * as StoringModule from "./storing.ts";

interface Asked {
  readonly path: string;
  /** The parameters of the address. */
  readonly query: URLSearchParams;
  readonly edits: readonly SheetEdit[];
}
type Answer = (asked: Asked) => object | Promise<object>;

const LONG = { timeout: 60_000 };
/** The user who is signed in, and the token of the session. */
let session = { user: "user_a", token: "" };
/** Handlers of requests, by the end of their path. */
let answers: Record<string, Answer> = {};
/** The edits that were accepted, each with the document and the user in whose name. */
let accepted: { readonly path: string; readonly by: string; readonly edits: readonly SheetEdit[] }[] = [];
/** True while the page itself can't be read. */
let isPageAway = false;
/** Called when the page is left. */
let onLeave = (_event: Event): void => {};
/** How many edits were refused, because the session is not that of their token. */
let refused = 0;

const sessionNow = () => ({
  object: "session" as const,
  user: { id: session.user, email: "", first_name: null, last_name: null },
  companies: [],
  sends_mail: true,
});

/** The worksheet of the document, under this name. */
const named = (name = "Plan") => [answeredWorksheet("wks_1", name)];
const answered = answersOf(named());
const { changes } = answered;
const blockOf = (block: number, ...cells: Parameters<typeof answeredBlock>[2][]) =>
  answeredBlock("wks_1", block, ...cells);
const content = (
  revision: number,
  blocks: readonly ReturnType<typeof blockOf>[],
  { next, name }: { readonly next?: string; readonly name?: string } = {},
) => answered.content(revision, blocks, { next: next ?? null, worksheets: named(name) });
const rows = (at: number, count: number) => movedRows("wks_1", at, count);
const edited = (revision: number, name?: string) => answered.edited(revision, named(name));

class Refusal {
  readonly status: number;
  readonly body: object;
  constructor(status: number, code: string) {
    this.status = status;
    this.body = { error: { type: "invalid_request_error", code, message: code } };
  }
}

async function answer(url: string, init: RequestInit = {}): Promise<Response> {
  if (url === location.href) {
    if (isPageAway) throw new TypeError("Failed to fetch");
    return new Response(session.token);
  }
  const { pathname: path, searchParams: query } = new URL(url, "https://daybook.test");
  if (path.endsWith("/session")) return Response.json(sessionNow());
  const token = new Headers(init.headers).get("x-csrf-token");
  const { edits } = JSON.parse(typeof init.body === "string" ? init.body : '{"edits":[]}') as Asked;
  const found = Object.entries(answers).find(([end]) => path.endsWith(end))?.[1];
  const isWriting = path.endsWith("/edits");
  const body =
    isWriting && token !== session.token
      ? new Refusal(403, "foreign_request")
      : await (found ?? (() => new Refusal(503, "unavailable")))({ path, query, edits });
  if (body instanceof Refusal && body.status === 403) refused += 1;
  if (body instanceof Refusal) return Response.json(body.body, { status: body.status });
  if (isWriting) accepted.push({ path, by: session.user, edits });
  return Response.json(body);
}

let storing: typeof StoringModule;
let queries: typeof QueriesModule;

beforeAll(async () => {
  const page = { querySelector: () => ({ getAttribute: () => session.token }), visibilityState: "visible" };
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { href: "https://daybook.test/app" });
  vi.stubGlobal("addEventListener", (_kind: string, listener: (event: Event) => void) => {
    onLeave = listener;
  });
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal(
    "DOMParser",
    class {
      parseFromString(token: string) {
        return { querySelector: () => ({ getAttribute: () => token }) };
      }
    },
  );
  session = { user: "user_a", token: "of the page" };
  storing = await import("./storing.ts");
  queries = await import("../api/queries.ts");
});
afterAll(() => {
  queries.queryClient.clear();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  answers = {};
  accepted = [];
});

const cell = (row: number, value: Change["value"]): Change => ({
  worksheet: "wks_1",
  row,
  column: 0,
  value,
  format: null,
});

/** Opens a document as the user that the page knows. */
async function opened(id = "sht_1") {
  const document = new SheetDocument();
  queries.queryClient.setQueryData(queries.sessionQuery.queryKey, sessionNow());
  const nothing = (): void => {};
  const own = new storing.Storing("cmp_1", id, document, {
    tell: nothing,
    write: nothing,
    moved: nothing,
    reopen: nothing,
  });
  await own.open();
  expect(own.problem).toBeNull();
  const type = (change: Change): void => {
    document.change([change]);
    own.soon();
  };
  return { document, own, type };
}

test(
  "what waits is sent in no other user's name, whoever edits in the page meanwhile (GRID-004)",
  LONG,
  async () => {
    answers = {
      "/content": () => content(1, []),
      "/changes": () => changes(2),
      "/edits": () => edited(2),
    };
    const first = await opened("sht_first");
    session = { user: "user_b", token: "of b" };
    first.type(cell(0, "mine"));
    await expect.poll(() => first.own.saving).toBe("offline");
    first.own.close();
    const second = await opened("sht_second");
    second.type(cell(0, "theirs"));
    await expect.poll(() => second.own.isStored).toBe(true);
    second.own.close();
    // The first user's change is sent again.
    const before = refused;
    await expect.poll(() => refused + accepted.length).toBeGreaterThan(before + 1);
    expect(accepted.map(({ path, by }) => [path.includes("second"), by])).toEqual([[true, "user_b"]]);
    expect(first.own.isStored).toBe(false);
    // Signed in again, the first user's change is stored, in a session of its own.
    session = { user: "user_a", token: "of a again" };
    await expect.poll(() => first.own.isStored).toBe(true);
    expect(accepted.map(({ by }) => by)).toEqual(["user_b", "user_a"]);
  },
);

test("after one's own rename, what waits moves with what others moved meanwhile", LONG, async () => {
  const name = "Plan 27";
  const late = Promise.withResolvers<void>();
  const insertion = { worksheet_id: "wks_1", lines: "rows", at: 0, count: 2 } as const;
  const blocks = (row: number) => [blockOf(0, [row, 0, "theirs"])];
  let revision = 1;
  answers = {
    "/content": async () => {
      if (revision === 1) return content(1, blocks(4));
      await late.promise;
      return content(3, blocks(6), { name });
    },
    "/changes": async ({ query }) => {
      const since = Number(query.get("since"));
      const worksheets = named(revision === 1 ? undefined : name);
      if (revision === 1 || since > 2) return changes(since, { worksheets });
      await late.promise;
      revision = 3;
      return changes(3, { worksheets, moves: [insertion], blocks: blocks(6) });
    },
    "/edits": () => edited((revision += 1), name),
  };
  const { document, own, type } = await opened();
  const rename = own.arrange(() => ({ kind: "rename_worksheet", worksheet_id: "wks_1", name }));
  await expect.poll(() => accepted.length).toBe(1);
  type({ ...cell(4, "mine"), column: 1 });
  const deletion = own.move({ worksheet_id: "wks_1", lines: "rows", at: 4, count: -1 }, null);
  late.resolve();
  expect([await rename, await deletion]).toEqual(["made", "made"]);
  expect(accepted.slice(1).map(({ edits }) => edits)).toMatchObject([
    [{ kind: "cells", cells: [{ row: 6, column: 1, input: "mine" }] }],
    [{ kind: "delete_lines", at: 6, count: 1 }],
  ]);
  expect(document.at("wks_1", 6, 0).value).toBeNull();
  own.close();
});

test("what is typed while the document is read again replaces what the service has", LONG, async () => {
  const late = Promise.withResolvers<void>();
  let [isForgotten, isReading] = [false, false];
  answers = {
    "/content": async ({ query }) => {
      const revision = isForgotten ? 9 : 1;
      if (!query.has("starting_after"))
        return content(revision, [blockOf(0, [0, 0, "first"])], { next: "part" });
      isReading = isForgotten;
      if (isForgotten) await late.promise;
      return content(revision, [blockOf(1, [100, 0, "last"])]);
    },
    "/changes": ({ query }) => {
      const since = Number(query.get("since"));
      return isForgotten && since < 9
        ? changes(9, { is_known: false, are_moves_known: false })
        : changes(since);
    },
    "/edits": () => new Refusal(400, "invalid_request"),
  };
  const { document, own, type } = await opened();
  isForgotten = true;
  await expect.poll(() => isReading).toBe(true);
  type(cell(0, "mine"));
  type(cell(100, "mine"));
  late.resolve();
  await expect.poll(() => own.saving).toBe("refused");
  expect(document.pending.conflicts).toEqual([]);
  expect([document.at("wks_1", 0, 0).value, document.at("wks_1", 100, 0).value]).toEqual(["first", "last"]);
  own.close();
});

test("if others changed too much to tell, their moves are followed all the same", LONG, async () => {
  const insertion = { worksheet_id: "wks_1", lines: "rows", at: 0, count: 2 } as const;
  let [revision, reads] = [1, 0];
  answers = {
    // Edited once more when its changes were told; the row has the number of the revision then.
    "/content": () => {
      reads += 1;
      if (reads === 2) revision = 8;
      return content(revision, [blockOf(0, [revision === 1 ? 4 : revision, 0, "above"])]);
    },
    "/changes": ({ query }) => {
      const since = Number(query.get("since"));
      if (since > 2) return changes(revision);
      const moves = revision < 8 ? [insertion] : [insertion, insertion];
      return since === revision ? changes(revision) : changes(revision, { moves, is_known: false });
    },
    "/edits": () => {
      const isBehind = revision === 2 && accepted.length === 1;
      if (isBehind) revision = 6;
      else revision += 1;
      return isBehind ? new Refusal(409, "revision_conflict") : edited(revision);
    },
  };
  const { document, own, type } = await opened();
  type(cell(4, "mine"));
  await expect.poll(() => own.isStored).toBe(true);
  const size = (line: number): SheetEdit => ({
    kind: "size_lines",
    worksheet_id: "wks_1",
    lines: "rows",
    sizes: [{ line, pixels: 40 }],
  });
  const sizes = document.show({
    kind: "sizes",
    worksheet: "wks_1",
    lines: "rows",
    sizes: [{ line: 4, pixels: 40 }],
  });
  const sized = own.arrange(sizes.edit);
  const inserted = own.move({ worksheet_id: "wks_1", lines: "rows", at: 4, count: 1 }, null);
  const deleted = own.move({ worksheet_id: "wks_1", lines: "rows", at: 9, count: -1 }, null);
  // It can't be told whether others have written into what goes.
  expect(await Promise.all([sized, inserted, deleted])).toEqual(["made", "made", "refused"]);
  expect(accepted.slice(1).map(({ edits }) => edits)).toMatchObject([
    [size(8)],
    [{ kind: "insert_lines", at: 8, count: 1 }],
  ]);
  // The step is kept, in its row.
  document.steps.turn("undo");
  expect(document.steps.next("undo")).toMatchObject({
    before: [cell(8, "above")],
    after: [cell(8, "mine")],
  });
  own.close();
});

test("an edit waits while it is not known whether its author has signed in again", LONG, async () => {
  answers = { "/content": () => content(1, []), "/changes": () => changes(1), "/edits": () => edited(2) };
  const { own } = await opened();
  session = { ...session, token: "of a later session" };
  isPageAway = true;
  const made = own.arrange(() => ({ kind: "rename", name: "Budget" }));
  await expect.poll(() => own.saving).toBe("offline");
  isPageAway = false;
  expect(await made).toBe("made");
  expect(accepted.map(({ edits }) => edits)).toEqual([[{ kind: "rename", name: "Budget" }]]);
  own.close();
});

test("a conflict that is shown stays with its cell, and with the names of worksheets", LONG, async () => {
  const name = "Plan 27";
  let revision = 1;
  answers = {
    "/content": () => content(1, []),
    "/changes": ({ query }) => {
      const [since, present] = [Number(query.get("since")), revision > 4 ? name : undefined];
      const blocks = since === 1 ? [blockOf(0, [4, 0, { f: "=Plan!B5" }])] : [];
      return changes(revision, { worksheets: named(present), blocks });
    },
    "/edits": ({ edits }) => {
      const isBehind = revision === 1;
      revision += 1;
      return isBehind
        ? new Refusal(409, "revision_conflict")
        : edited(revision, edits[0]?.kind === "rename_worksheet" ? name : undefined);
    },
  };
  const { document, own, type } = await opened();
  type(cell(4, "mine"));
  await expect.poll(() => document.pending.conflicts.length).toBe(1);
  await own.move({ worksheet_id: "wks_1", lines: "rows", at: 0, count: 2 }, null);
  await own.arrange(() => ({ kind: "rename_worksheet", worksheet_id: "wks_1", name }));
  const theirs = { value: new FormulaText("='Plan 27'!B7"), format: null };
  expect(document.pending.conflicts).toEqual([
    { worksheet: "wks_1", row: 6, column: 0, mine: "mine", theirs },
  ]);
  // Neither the cell nor what stood in it is there any more.
  await own.move({ worksheet_id: "wks_1", lines: "rows", at: 6, count: -1 }, null);
  expect(document.pending.conflicts).toEqual([]);
  own.close();
});

test("cells that the service fails to store again and again hold nothing back", LONG, async () => {
  let revision = 1;
  const more: Partial<SheetChanges>[] = [];
  answers = {
    "/content": () => content(1, [blockOf(0, [4, 0, "theirs"])]),
    "/changes": () => {
      const next = more.shift();
      return changes(next === undefined ? revision : (revision += 1), next);
    },
    "/edits": ({ edits }) =>
      edits[0]?.kind === "cells" ? new Refusal(500, "internal_error") : edited((revision += 1)),
  };
  const { document, own, type } = await opened();
  const change = cell(4, new FormulaText("=Plan!B1"));
  type(change);
  expect(await own.arrange(() => ({ kind: "rename", name: "Budget" }))).toBe("made");
  expect([own.isStored, document.pending.failed]).toEqual([true, [change]]);
  expect(document.at("wks_1", 4, 0).value).toBe("theirs");
  // They follow their cells and names, so that they can be tried again there.
  const worksheets = named("Plan 27");
  more.push({ moves: [rows(0, 2)], worksheets, blocks: [blockOf(0, [6, 0, "theirs"])] });
  const formula = new FormulaText("='Plan 27'!B3");
  await expect.poll(() => document.pending.failed).toEqual([{ ...change, row: 6, value: formula }]);
  // If someone deletes their line, they can be written elsewhere.
  more.push({ moves: [rows(6, -1)], worksheets });
  const [{ format: _format, ...lost }] = [{ ...change, row: 6, value: formula }];
  await expect.poll(() => document.pending.lost).toEqual([lost]);
  expect(document.pending.failed).toEqual([]);
  own.close();
});

test(
  "whoever leaves is asked while something waits or was not stored, and it is not sent unasked (GRID-005)",
  LONG,
  async () => {
    answers = {
      "/content": () => content(1, []),
      "/changes": () => changes(1),
      "/edits": ({ edits }) =>
        JSON.stringify(edits).includes("failing") ? new Refusal(500, "internal_error") : edited(2),
    };
    const { document, own, type } = await opened();
    const isAsked = (): boolean => {
      const event = new Event("beforeunload", { cancelable: true });
      onLeave(event);
      return event.defaultPrevented;
    };
    type(cell(0, "failing"));
    await expect.poll(() => document.pending.failed).toEqual([cell(0, "failing")]);
    expect([own.isStored, own.saving, isAsked()]).toEqual([true, "refused", true]);
    type(cell(1, "well"));
    own.close();
    await expect.poll(() => own.isStored).toBe(true);
    expect(accepted.map(({ edits }) => edits)).toMatchObject([[{ cells: [{ row: 1, input: "well" }] }]]);
    document.pending.letGo();
    own.seen();
    expect([own.saving, isAsked()]).toEqual(["saved", false]);
  },
);

test("a page whose changes went with a deleted line has nothing to store", LONG, async () => {
  let isBehind = true;
  answers = {
    "/content": () => content(1, []),
    "/changes": () => {
      const moves = [{ worksheet_id: "wks_1", lines: "rows", at: 4, count: -1 } as const];
      isBehind = false;
      return changes(2, { moves });
    },
    "/edits": () => (isBehind ? new Refusal(409, "revision_conflict") : edited(3)),
  };
  const { document, own, type } = await opened();
  type(cell(4, "mine"));
  await expect.poll(() => document.pending.lost).toMatchObject([{ row: 4, value: "mine" }]);
  expect([own.isStored, own.saving]).toEqual([true, "saved"]);
  own.close();
});

test("what was written into a deleted line keeps to the lines and names that it names", LONG, async () => {
  let revision = 1;
  const worksheets = named("Plan 27");
  const more: Partial<SheetChanges>[] = [{ moves: [rows(0, 2), rows(6, -1)], worksheets }];
  answers = {
    "/content": () => content(1, []),
    "/changes": () => {
      const next = more.shift();
      return changes(next === undefined ? revision : (revision += 1), next ?? { worksheets });
    },
    "/edits": () => new Refusal(409, "revision_conflict"),
  };
  const { document, own, type } = await opened();
  type(cell(4, new FormulaText("=Plan!B2")));
  const lost = (row: number, text: string) => [{ worksheet: "wks_1", row, value: new FormulaText(text) }];
  await expect.poll(() => document.pending.lost).toMatchObject(lost(6, "='Plan 27'!B4"));
  more.push({ moves: [rows(0, 1)], worksheets: named("Budget") });
  await expect.poll(() => document.pending.lost).toMatchObject(lost(6, "=Budget!B5"));
  own.close();
});
