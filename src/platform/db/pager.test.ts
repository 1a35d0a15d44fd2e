/**
 * The statements of a list and the check of a cursor's record agree; all pages together are the whole list.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { pager, type QueryOf } from "./pager.ts";

const { db } = (await testApp()).app;
const OURS = "comp_ours" as PublicId<"company">;

interface Row {
  readonly id: string;
  readonly day: CivilDate;
  readonly kind: string;
  readonly source: string | null;
  readonly tags: readonly string[];
  readonly open: boolean;
  readonly secret: boolean;
  readonly deleted: boolean;
}

const row = (id: string, day: string, more: Partial<Row> = {}): Row => ({
  id,
  day: day as CivilDate,
  kind: "usual",
  source: null,
  tags: [],
  open: true,
  secret: false,
  deleted: false,
  ...more,
});

/** In the order of the list. */
const ROWS: readonly Row[] = [
  row("h", "2026-03-01", { kind: "rare", tags: ["x"], open: false }),
  row("g", "2026-02-02", { source: "bank" }),
  row("f", "2026-02-02", { kind: "rare", source: "bank", tags: ["x", "y"] }),
  row("e", "2026-02-02", { secret: true, source: "bank" }),
  row("d", "2026-02-01", { tags: ["y"], open: false }),
  row("c", "2026-01-02", { deleted: true, tags: ["x"] }),
  row("b", "2026-01-01", { kind: "odd", source: "card" }),
  row("a", "2026-01-01", { source: "card", tags: ["x"] }),
];
const VALUES = ROWS.map(
  ({ id, day, kind, source, tags, open, secret, deleted }) =>
    `('${OURS}', '${id}', date '${day}', '${kind}', ${source === null ? "null" : `'${source}'`}, array[${tags.map((tag) => `'${tag}'`).join()}]::text[], ${open}, ${secret}, ${deleted})`,
).join(", ");

const things = pager<Row>()({
  name: "test.listThings",
  alias: "r",
  key: { day: "date", id: "text" },
  descending: true,
  only: { secret: false },
  onlyNow: { deleted: false },
  filters: {
    ids: { among: "id" },
    since: { from: "day", combined: true },
    until: { to: "day", combined: true },
    source: { is: "source", combined: true },
    tag: { holds: "tags" },
    kind: { is: "kind", inlined: "usual" },
    open: { is: "open", inlined: true },
  },
  text: ({ where, order }) =>
    `select r.id, r.day from (values ${VALUES}, ('comp_other', 'z', date '2026-01-05', 'usual', null, '{}', true, false, false))
       as r (company_id, id, day, kind, source, tags, open, secret, deleted)
     where ${where} order by ${order()} limit $2`,
  param: "starting_after",
});
type Query = QueryOf<typeof things>;

const ALL: Query = {
  ids: null,
  since: null,
  until: null,
  source: null,
  tag: null,
  kind: null,
  open: null,
  limit: 100,
  starting_after: null,
};

/** Every combination of some values of each filter. */
const QUERIES: readonly Query[] = Object.entries({
  ids: [null, ["a", "c", "f", "g", "z"]],
  since: [null, "2026-02-01"],
  until: [null, "2026-02-02"],
  source: [null, "bank"],
  tag: [null, "x"],
  kind: [null, "usual", "rare"],
  open: [null, true, false],
}).reduce<Query[]>(
  (queries, [name, values]) =>
    queries.flatMap((query) => values.map((value) => ({ ...query, [name]: value }))),
  [ALL],
);

const REFUSED = { code: "resource_missing", param: "starting_after" };

const idsOf = async (query: Query): Promise<string[]> =>
  (await things.list(db, OURS, query, null)).map(({ id }) => id);
const find = (id: string) => Promise.resolve(ROWS.find((each) => each.id === id) ?? null);

describe("a list in pages", () => {
  test("has the records that its filters select", async () => {
    expect(QUERIES).toHaveLength(288);
    expect(await idsOf(ALL)).toEqual(["h", "g", "f", "d", "b", "a"]);
    expect(await idsOf({ ...ALL, ids: ["a", "e", "z"] })).toEqual(["a"]);
    expect(await idsOf({ ...ALL, since: "2026-02-02" as CivilDate })).toEqual(["h", "g", "f"]);
    expect(await idsOf({ ...ALL, until: "2026-01-01" as CivilDate })).toEqual(["b", "a"]);
    expect(await idsOf({ ...ALL, source: "bank" })).toEqual(["g", "f"]);
    expect(await idsOf({ ...ALL, tag: "x" })).toEqual(["h", "f", "a"]);
    expect(await idsOf({ ...ALL, kind: "usual" })).toEqual(["g", "d", "a"]);
    expect(await idsOf({ ...ALL, kind: "odd" })).toEqual(["b"]);
    expect(await idsOf({ ...ALL, open: false })).toEqual(["h", "d"]);
  });

  test("accepts as a cursor each record that it returns or once returned, and no other", async () => {
    for (const query of QUERIES) {
      const shown = await idsOf(query);
      for (const { id } of ROWS.filter(({ deleted }) => !deleted)) {
        const record = things.cursorRecord({ ...query, starting_after: id }, find);
        if (shown.includes(id)) await expect(record).resolves.toMatchObject({ id });
        else await expect(record).rejects.toMatchObject(REFUSED);
      }
    }
    const ofDeleted = things.cursorRecord({ ...ALL, starting_after: "c" }, find);
    await expect(ofDeleted).resolves.toMatchObject({ id: "c" });
    await expect(things.cursorRecord({ ...ALL, tag: "y", starting_after: "c" }, find)).rejects.toMatchObject(
      REFUSED,
    );
    await expect(things.cursorRecord({ ...ALL, starting_after: "z" }, find)).rejects.toMatchObject(REFUSED);
    expect(await things.cursorRecord(ALL, find)).toBeNull();
  });

  test("is complete when its pages are put together", async () => {
    for (const query of QUERIES) {
      const seen: string[] = [];
      for (let starting_after: string | null = null; ;) {
        const page: Query = { ...query, limit: 2, starting_after };
        const rows: readonly { id: string }[] = await things.list(
          db,
          OURS,
          page,
          await things.cursorRecord(page, find),
        );
        seen.push(...rows.slice(0, 2).map(({ id }) => id));
        if (rows.length <= 2) break;
        starting_after = seen.at(-1) ?? null;
      }
      expect(seen).toEqual(await idsOf(query));
    }
  });
});
