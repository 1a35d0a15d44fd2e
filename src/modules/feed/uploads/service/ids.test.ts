/** Ids that a bank gives to several lines: counted anew in each file, or of a line whose day changed. */
import { expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import type { JsonObject } from "../../../../../test/support/exchange.ts";

const http = await testApp();

interface Upload extends JsonObject {
  readonly notes: readonly string[];
  readonly errors: readonly { readonly message: string }[];
}

async function withAccount() {
  const company = await http.company();
  const { body } = await http.send<{ id: string }>("/accounts", {
    key: company.key,
    method: "POST",
    body: { name: "Checking", type: "checking" },
  });
  return {
    upload: async (text: string) => {
      const form = new FormData();
      form.append("account_id", body.id);
      form.append("file", new File([text], "statement.ofx"));
      const sent = { key: company.key, method: "POST" as const, body: form };
      return (await http.send<Upload>("/transaction_uploads", sent)).body;
    },
    preview: (text: string) =>
      http.app.uploads.preview(
        company.id,
        {
          account_id: body.id,
          source: {
            file: [Buffer.from(text)],
            name: null,
            format: null,
            columns: {},
            dateFormat: null,
            signs: null,
            anyAccount: false,
          },
        },
        http.app.clock.now(),
      ),
    amounts: async () =>
      (
        await company.read<{ data: { amount_cents: number }[] }>(`/transactions?account_id=${body.id}`)
      ).data.map(({ amount_cents }) => amount_cents),
  };
}

const ofx = (...rows: readonly (readonly [day: string, amount: string, id: string, name: string])[]) =>
  `OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTRS><CURDEF>USD<BANKTRANLIST>${rows
    .map(
      ([day, amount, id, name]) =>
        `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`,
    )
    .join("\n")}</BANKTRANLIST></STMTRS></BANKMSGSRSV1></OFX>\n`;

const MAY = ofx(["20260501", "-10.00", "1", "AAA"], ["20260502", "-20.00", "2", "BBB"]);
const JUNE = ofx(
  ["20260601", "-30.00", "1", "CCC"],
  ["20260602", "-40.00", "2", "DDD"],
  ["20260602", "-40.00", "3", "DDD"],
);

test("Lines under ids that a bank counts anew in each file are added, once, and that is told (RULE-014)", async () => {
  const account = await withAccount();
  await account.upload(MAY);
  const note =
    '2 lines have ids of other lines that the account has, such as "1" of 2026-05-01, with another day, amount and text. The bank counts its ids anew in each file, so such lines are known again by their day, amount and text.';
  const shown = await account.preview(JUNE);
  expect(shown).toMatchObject({ counts: { new: 3, known: 0, refused: 0 }, notes: [note] });
  expect(await account.upload(JUNE)).toMatchObject({
    status: "succeeded",
    imported_count: 3,
    errors: [],
    notes: [note],
  });
  expect(await account.amounts()).toEqual([-4_000, -4_000, -3_000, -2_000, -1_000]);
  for (const again of [JUNE, MAY]) expect(await account.upload(again)).toMatchObject({ imported_count: 0 });
  expect(await account.preview(JUNE)).toMatchObject({ counts: { new: 0, known: 3, refused: 0 } });
});

test("a line that may be the known one on another day is refused by its id", async () => {
  const account = await withAccount();
  await account.upload(MAY);
  const moved = ofx(["20260503", "-10.00", "1", "AAA corrected"], ["20260504", "-21.00", "2", "bbb"]);
  const { errors } = await account.upload(moved);
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^The line was refused: it has the id "1", and txn_\w+ has the date 2026-05-01, which/,
    ),
    expect.stringMatching(
      /^The line was refused: it has the id "2", and txn_\w+ has the date 2026-05-02, which/,
    ),
  ]);
  expect(await account.amounts()).toEqual([-2_000, -1_000]);
});
