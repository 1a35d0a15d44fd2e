/**
 * Files that real banks wrote, and the commands that upload them: each file is read, or refused with a
 * reason.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import type { Api } from "./api.ts";
import { type Daybook, json, LONG, refused, run } from "./daybook.ts";
import { describeWith, outsideData } from "./outside.ts";
import { importCompany, service } from "./service.ts";

const OFX = outsideData("ofx");

interface Upload {
  readonly status: string;
  readonly row_count: number;
  readonly imported_count: number;
  readonly duplicate_count: number;
  readonly errors: readonly { readonly line: number; readonly code: string }[];
}

interface Accounts {
  readonly companyId: string;
  readonly api: Api;
  readonly daybook: Daybook;
  /** Makes an account. */
  readonly account: () => Promise<string>;
}

async function withAccounts(): Promise<Accounts> {
  const shared = await service();
  const { id: companyId, api } = await importCompany(shared, companyBundle());
  const account = async (): Promise<string> => {
    const { status, body } = await api.send("/accounts", {
      method: "POST",
      body: { name: "Account", type: "checking" },
    });
    expect(status).toBe(201);
    return (body as { id: string }).id;
  };
  return { companyId, api, daybook: shared.daybook, account };
}

/** The expected result for each file: the upload's fields, or a word of the message of the refusal. */
const FILES: Readonly<Record<string, Partial<Upload> | string>> = {
  "anzcc.ofx": "AUD",
  "bank_medium.ofx": "CAD",
  "checking.ofx": { status: "succeeded", row_count: 3, imported_count: 3, errors: [] },
  "date_missing.ofx": {
    status: "failed",
    row_count: 3,
    imported_count: 0,
    errors: [33, 40, 48].map((line) => ({ line, code: "invalid_date" })),
  },
  "decimal_error.ofx": "CAD",
};

describeWith(OFX, "statements of banks", () => {
  let at: Accounts;
  beforeAll(async () => {
    at = await withAccounts();
  }, LONG.timeout);

  test("are all listed in FILES", () => {
    expect(readdirSync(OFX.path).filter((name) => name.endsWith(".ofx"))).toEqual(Object.keys(FILES));
  });

  test.each(Object.entries(FILES))("%s is read, or refused with a reason", async (name, expected) => {
    const form = new FormData();
    form.append("account_id", await at.account());
    form.append("file", new File([readFileSync(join(OFX.path, name))], name));
    const { status, body } = await at.api.send("/transaction_uploads", { method: "POST", body: form });
    if (typeof expected === "string") {
      expect([status, body]).toMatchObject([
        400,
        { error: { code: "invalid_request", param: "file", message: expect.stringContaining(expected) } },
      ]);
    } else {
      expect([status, body]).toMatchObject([
        201,
        { ...expected, file_name: name, format: name === "checking.ofx" ? "qfx" : "ofx" },
      ]);
    }
  });

  test("that were refused only for their currency are read in full with dollars", async () => {
    for (const [name, lines] of [
      ["anzcc.ofx", [["2017-05-08", -550, "SOME MEMO"]]],
      [
        "bank_medium.ofx",
        [
          ["2009-04-01", -660, "POS MERCHANDISE;MCDONALD'S #112"],
          ["2009-04-02", -31_667, "MISCELLANEOUS PAYMENTS;Joe's Bald Hairstyles"],
          ["2009-04-03", -2_200, "POS MERCHANDISE;CONNIE'S HAIR D"],
        ],
      ],
    ] as const) {
      const account = await at.account();
      const text = readFileSync(join(OFX.path, name), "utf8").replace(/<CURDEF>(AUD|CAD)/, "<CURDEF>USD");
      const made = await json<Upload>(
        at.daybook,
        // One of them is a card's.
        ["upload", "-", "--account", account, "--company", at.companyId, "--any-account"],
        text,
      );
      expect(made).toMatchObject({ status: "succeeded", imported_count: lines.length });
      const rows = await at.api.client.listTransactions({ account_id: account }).all();
      expect(
        rows.map(({ date, amount_cents, description }) => [date, amount_cents, description]).toReversed(),
      ).toEqual(lines);
    }
  });
});

describe("the command line", LONG, () => {
  test("uploads a file once, and reports wrong lines in its output and exit code", async () => {
    const { daybook, companyId, account } = await withAccounts();
    const words = ["upload", "-", "--account", await account(), "--company", companyId];
    const csv = "When,What,Spent\n13/01/2026,Lunch,12.50\n14/01/2026,Refund,-3.00\n";
    const columns = ["--column", "date=When", "--column", "description=What", "--column", "debit=Spent"];
    expect(await json<Upload>(daybook, [...words, ...columns], csv)).toMatchObject({
      imported_count: 2,
      duplicate_count: 0,
    });
    expect(await json<Upload>(daybook, [...words, ...columns], csv)).toMatchObject({
      imported_count: 0,
      duplicate_count: 2,
    });
    const partly = await run(daybook, [...words, ...columns], `${csv}32/01/2026,Nothing,1\n`);
    expect([partly.code, partly.stdout]).toEqual([
      2,
      expect.stringMatching(
        /3 lines, of which 0 are new, 2 already existed and 1 were refused[^]*LINE +CODE +WHY\n4 +invalid_date/,
      ),
    ]);
    expect(await refused(daybook, words, csv)).toMatchObject({
      code: "invalid_request",
      param: "file",
      exit_code: 2,
    });
    expect(await refused(daybook, [...words, "--column", "when=x"], csv)).toMatchObject({
      exit_code: 2,
      message: expect.stringContaining("external_id"),
    });
    expect(
      await refused(daybook, ["upload", "-", "--account", "acct_nobodys", "--company", companyId], csv),
    ).toMatchObject({ code: "resource_missing", exit_code: 4 });
  });

  test("adds, changes and removes lines of the feed", async () => {
    const { api, daybook, companyId, account } = await withAccounts();
    const account_id = await account();
    const line = (external_id: string, amount_cents: number, more: object = {}) =>
      JSON.stringify({ account_id, external_id, date: "2026-01-05", amount_cents, ...more });
    const feed = (verb: string, ...lines: readonly string[]) =>
      run(daybook, ["feed", verb, "-", "--company", companyId], lines.join("\n"));
    expect(await feed("add", line("a", -100, { status: "pending" }), line("b", 200))).toMatchObject({
      code: 0,
      stdout: "BECAME   LINES\ncreated  2\n",
    });
    expect(await feed("change", line("a", -120), line("c", 1))).toMatchObject({
      code: 2,
      stdout:
        "BECAME   LINES\nupdated  1\nrefused  1\n\nLINE  REFUSED BECAUSE\n2     there is no such line\n",
    });
    expect(await feed("remove", JSON.stringify({ account_id, external_id: "b" }))).toMatchObject({
      code: 0,
      stdout: "BECAME   LINES\nremoved  1\n",
    });
    expect(await api.client.listTransactions({ account_id }).all()).toMatchObject([
      { amount_cents: -120, status: "approved" },
    ]);
    expect(await json(daybook, ["verify", companyId])).toMatchObject({ ok: true });
  });
});
