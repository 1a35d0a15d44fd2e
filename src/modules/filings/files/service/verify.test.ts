/**
 * The checks of the command `verify` on stored files, on the records that name them, and on future times.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import { statement } from "../../../../platform/db/index.ts";
import { EXPORT_FILES } from "../../../books/exports/index.ts";
import { UPLOADED_FILES } from "../store.ts";
import { checkStoredFiles } from "./verify.ts";

const http = await testApp();
const { app } = http;
const { db, objects } = app;

type Company = PublicId<"company">;
const A_USER = "(select user_id from members where company_id = $1 order by id limit 1) m";
const insertExport = statement<never>(
  "test.insertVerifiedExport",
  `insert into report_exports (company_id, id, user_id, origin, idempotency_key, report_type, start_date,
    end_date, format, group_period, group_rows, status, created, started_at, completed_at, file_key,
    file_name, file_size)
   select $1, $2, user_id, 'api', $2, 'cash_flow', '2025-01-01', '2025-06-30', 'pdf', 'month', 'category',
     $3, 1, 2, case when $4::text is not null then 3 end, $4, case when $4::text is not null
     then 'a.pdf' end, case when $4::text is not null then 1 end from ${A_USER}`,
);
const insertFile = statement<never>(
  "test.insertVerifiedFile",
  `insert into files (company_id, id, user_id, filename, size, md5, direct, object_key, pages,
    is_franchise_report, created, expires_at)
   select $1, $2, user_id, 'a.pdf', 1, '1B2M2Y8AsgTpgAmY7PhCfg==', false, $3, 1, false, 1, 2 from ${A_USER}`,
);
const insertRule = statement<never>(
  "test.insertVerifiedRule",
  `insert into rules (company_id, id, name, conditions, category_id, active, position, created, updated)
   select $1, 'rule_later', 'Later', '[{}]', id, false, 1, 1, $2 from categories where company_id = $1
     order by id limit 1`,
);
const put = (key: string) =>
  objects.put(key, Buffer.from("x"), "application/pdf", new AbortController().signal);
const differences = async (id: Company) =>
  (await app.checkFiles(id)).filter(({ ok }) => !ok).map(({ check, difference }) => [check, difference]);

describe("verify, of stored files", () => {
  test("passes if each record has its file, also while a file is being created", async () => {
    const { id } = await http.company({ transactions: [] });
    await db.run(insertExport, [
      id,
      "export_01890a5d-ac96-774b-bcce-000000000005",
      "succeeded",
      `${id}/exports/export_01890a5d-ac96-774b-bcce-000000000005/1-a.pdf`,
    ]);
    await db.run(insertExport, [id, "export_01890a5d-ac96-774b-bcce-000000000007", "processing", null]);
    await db.run(insertFile, [id, "file_kept", `${id}/files/file_kept/a.pdf`]);
    for (const key of [
      "exports/export_01890a5d-ac96-774b-bcce-000000000005/1-a.pdf",
      "exports/export_01890a5d-ac96-774b-bcce-000000000007/1-b.pdf",
      "files/file_kept/a.pdf",
      "files/file_kept/upload",
      "taxes/by-hand.pdf",
    ])
      await put(`${id}/${key}`);
    expect(await app.checkFiles(id)).toEqual([
      { check: "stored_files_are_there", ok: true, difference: null },
      { check: "stored_files_have_owners", ok: true, difference: null },
    ]);
  });

  test("names a record whose file is missing", async () => {
    const { id } = await http.company({ transactions: [] });
    const [first, second] = [
      `${id}/exports/export_01890a5d-ac96-774b-bcce-000000000006/1-a.pdf`,
      `${id}/files/file_lost/a.pdf`,
    ];
    await db.run(insertFile, [id, "file_lost", second]);
    expect(await differences(id)).toEqual([
      ["stored_files_are_there", `the file ${second} of the file file_lost is not there`],
    ]);
    await db.run(insertExport, [id, "export_01890a5d-ac96-774b-bcce-000000000006", "succeeded", first]);
    expect(await differences(id)).toEqual([
      [
        "stored_files_are_there",
        `the file ${first} of the export export_01890a5d-ac96-774b-bcce-000000000006 is not there`,
      ],
    ]);
    await put(first);
    await put(second);
    expect(await differences(id)).toEqual([]);
  });

  test.each([
    "exports/export_01890a5d-ac96-774b-bcce-000000000004/1-a.pdf",
    "files/file_gone/a.pdf",
    "forms-1099/doc_0a",
    "elsewhere/a.pdf",
  ])("names a file that no record has: %s", async (name) => {
    const { id } = await http.company({ transactions: [] });
    await put(`${id}/${name}`);
    expect(await differences(id)).toEqual([
      ["stored_files_have_owners", `the file ${id}/${name} belongs to no record`],
    ]);
    await objects.delete(`${id}/${name}`);
    expect(await differences(id)).toEqual([]);
  });

  test("checks a difference again: a record deleted with its file, and a file stored after its row, pass", async () => {
    const { id } = await http.company({ transactions: [] });
    const [going, coming] = [
      `${id}/exports/export_01890a5d-ac96-774b-bcce-000000000003/1-a.pdf`,
      `${id}/exports/export_01890a5d-ac96-774b-bcce-000000000002/1-a.pdf`,
    ];
    await put(going);
    const racing = {
      ...objects,
      async *list(prefix: string) {
        yield* objects.list(prefix);
        // The file is stored after the files were listed.
        await db.run(insertExport, [id, "export_01890a5d-ac96-774b-bcce-000000000002", "succeeded", coming]);
        await put(coming);
      },
    };
    const settle = () => objects.delete(going);
    const checks = await checkStoredFiles(
      { db, objects: racing, rows: [EXPORT_FILES, UPLOADED_FILES], settle },
      id,
    );
    expect(checks.map(({ ok }) => ok)).toEqual([true, true]);
  });

  test("reports that there are too many files to compare, and that files can't be listed", async () => {
    const { id } = await http.company({ transactions: [] });
    const many = {
      ...objects,
      async *list() {
        for (let n = 0; n <= LIMITS.verified_files.value; n += 1) yield `${id}/exports/export_${n}/a.pdf`;
      },
    };
    const rows = [EXPORT_FILES];
    const settle = async () => {};
    expect(await checkStoredFiles({ db, objects: many, rows, settle }, id)).toMatchObject([
      { ok: true, difference: expect.stringContaining("not compared") },
      { ok: true },
    ]);
    const away = {
      ...objects,
      list(): AsyncIterable<string> {
        throw new Error("nobody answers");
      },
    };
    expect(await checkStoredFiles({ db, objects: away, rows, settle }, id)).toMatchObject([
      { ok: false, difference: expect.stringContaining("nobody answers") },
    ]);
  });
});

test("verify reports a change with a time in the future", async () => {
  const { id } = await http.company({});
  const changes = async () =>
    (await app.ledger.verify(id)).checks.find(({ check }) => check === "changes_are_in_the_past");
  expect(await changes()).toMatchObject({ ok: true, difference: null });
  await db.run(insertRule, [id, http.clock.now() + 1_000_000]);
  expect(await changes()).toMatchObject({
    ok: false,
    difference: expect.stringContaining("the rule rule_later says that it changed in the future"),
  });
});
