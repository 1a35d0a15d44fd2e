/** Bundles that are exported: they recreate the company elsewhere, and readers may be slow. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import {
  type Bundle,
  companyBundle,
  cr,
  dr,
  JOURNAL,
  person,
  SET_UP,
  unique,
  voucher,
} from "../../../../test/support/bundle.ts";
import { bytesOf, exported } from "../../../../test/support/import.ts";

const http = await testApp();
const { app } = http;

const importText = (text: string) => app.intake.importBundle(bytesOf(text));

describe("out and in again", () => {
  test("recreates the same company, byte by byte, in an empty database (INTK-006)", async () => {
    const words = {
      description: 'with "quotes", \\ and\ta tab\nand lines',
      merchant: "Čapek & Söhne 日本 🎏",
    };
    const lines = [
      dr("cash", 0),
      dr("travel", 300, { department: "sales", merchant: "Own", description: "" }),
      cr("checking", 300),
    ];
    const extra = [
      voucher("0001-01-01", "", [dr("cash", 1), cr("stock", 1)], { id: "vch_first" }),
      voucher("9999-12-31", words.description, lines, {
        id: "vch_last",
        merchant: words.merchant,
        held: true,
        transaction_id: "txn_9",
        created: 0,
      }),
    ];
    const second = person("second");
    const source = companyBundle({
      journal: [...JOURNAL, ...extra],
      company: { legal_name: words.merchant, state: "open" },
    });
    const gone = { ...second.member, removed_at: SET_UP + 5 };
    await http.put({ ...source, users: [...source.users, second.user], members: [...source.members, gone] });
    const text = await exported(app, source.company.id);
    expect(JSON.parse(text)).toMatchObject({
      company: source.company,
      features: source.features,
      users: [...source.users, second.user].toSorted(byId),
    });
    // Ids of companies, users and addresses are known to the whole service, so the copy gets others of the
    // same length.
    const mark = unique();
    const ids = [
      source.company.id,
      ...[...source.users, second.user].flatMap(({ id, email }) => [id, email]),
    ];
    const renamed = (original: string): string =>
      ids.reduce(
        (changed, id) =>
          changed.replaceAll(
            id,
            id.replace(/[0-9a-f]{16}/, (found) => shifted(found, mark)),
          ),
        original,
      );
    const copy = renamed(text);
    const { company_id } = await importText(copy);
    expect(company_id).not.toBe(source.company.id);
    expect(sorted(await exported(app, company_id))).toEqual(sorted(copy));
    expect((await app.ledger.verify(company_id)).ok).toBe(true);
  });

  test("a company without anything goes out as a bundle too", async () => {
    const { id } = await http.company({ features: [], departments: [], categories: [], journal: [] });
    const bundle = JSON.parse(await exported(app, id)) as Bundle;
    expect(bundle).toMatchObject({ features: [], categories: [], departments: [], journal: [] });
    expect((await importText(JSON.stringify(bundle))).counts).toMatchObject({
      company: { unchanged: 1 },
      journal: { created: 0 },
    });
  });

  test("a company that does not exist is refused", async () => {
    await expect(exported(app, "comp_nowhere")).rejects.toMatchObject({ code: "resource_missing" });
  });

  test("who stops reading ends the transaction", async () => {
    const { id } = await http.company();
    const reading = app.intake.exportBundle(id)[Symbol.asyncIterator]();
    expect((await reading.next()).value).toContain("daybook.company-bundle");
    await reading.return?.();
    // The embedded database has one connection, which a transaction left open would hold for ever.
    expect((await app.company.read(id)).id).toBe(id);
  });
});

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}

/** Sixteen hexadecimal digits that differ from `digits`, and are others for another `mark`. */
function shifted(digits: string, mark: string): string {
  return Array.from(digits, (digit, index) =>
    ((Number.parseInt(digit, 16) + Number.parseInt(mark[index] ?? "0", 16) + 1) % 16).toString(16),
  ).join("");
}

/** People stand in the order of their ids, which the copy has others of. */
function sorted(text: string): unknown {
  const bundle = JSON.parse(text) as Bundle;
  return { ...bundle, users: bundle.users.toSorted(byId), members: bundle.members.toSorted(byId) };
}
