/** What an import and a plan of one have in common: batches of vouchers, the company's chart, and its balances. */
import { forOperator } from "@daybook/words/areas";
import { addDays, FIRST_DATE, losAngelesDate, type UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable } from "../../../platform/db/index.ts";
import { chartStore } from "../../books/chart/index.ts";
import { ledgerWithin } from "../../books/ledger/index.ts";
import { type ParsedVoucher, signedDollars } from "../rules/parsed-voucher.ts";
import { intakeStore } from "../store.ts";
import { hashed } from "./known-vouchers.ts";
import type { OpenReading } from "./read-books.ts";

/** Vouchers that are looked up at once. */
const VOUCHERS_PER_BATCH = 1_000;

/** Parts vouchers into batches. */
export async function* batchesOf(
  vouchers: AsyncIterable<ParsedVoucher>,
): AsyncGenerator<readonly ParsedVoucher[], void, undefined> {
  let batch: ParsedVoucher[] = [];
  for await (const voucher of vouchers) {
    batch.push(voucher);
    if (batch.length < VOUCHERS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Makes the categories and departments of a company known to an import. */
export async function addOwn(
  db: Queryable,
  companyId: PublicId<"company">,
  { chart, departments }: OpenReading,
): Promise<void> {
  chart.addOwn(
    (await chartStore.listCategories(db, companyId)).map((row) => ({
      id: row.id,
      name: row.name,
      accountType: row.account_type,
      parentId: row.parent_id,
      cashFlow: row.cash_flow,
      position: row.position,
      role: row.role,
      merged: row.merged,
      active: row.active,
    })),
  );
  departments.addOwn(await chartStore.listDepartments(db, companyId));
}

const BALANCES_SHOWN = 5;

/**
 * Passes the voucher of opening balances on, if no category has a balance at its day. Throws `Refusal` with
 * param `date` otherwise: the balances would be in the books twice.
 */
export async function* onEmptyBooks(
  db: Queryable,
  companyId: PublicId<"company">,
  now: UnixSeconds,
  vouchers: AsyncIterable<ParsedVoucher>,
): AsyncGenerator<ParsedVoucher, void, undefined> {
  for await (const voucher of vouchers) {
    const buckets = [{ from: FIRST_DATE, to: addDays(voucher.date, 1) }];
    const sums = await ledgerWithin.sum(db, {
      companyId: forOperator(companyId),
      buckets,
      now: null,
      today: losAngelesDate(now),
    });
    const found = sums.categories.flatMap(({ id, name }) => {
      const balance = sums.cell(0, id)?.netDebitCents ?? 0;
      return balance === 0 ? [] : [`${name} (${id}) ${signedDollars(balance)}`];
    });
    if (found.length > 0) {
      const more = found.length > BALANCES_SHOWN ? `, and ${found.length - BALANCES_SHOWN} more` : "";
      const former = await intakeStore.listImported(db, companyId, [hashed(voucher).identity]);
      const last = former.at(-1);
      throw refuse("invalid_request", {
        param: "date",
        message: `The books have balances at ${voucher.date} already: ${found.slice(0, BALANCES_SHOWN).join(", ")}${more}. Opening balances are those of the day before the first entry.${last ? ` To replace them, reverse their voucher in the journal with the day ${voucher.date}.` : ""} Nothing was changed.`,
        ways: last
          ? [
              {
                first: "reverseVoucher",
                with: { voucher: last.voucher_id, at: voucher.date, company: companyId },
              },
            ]
          : [],
      });
    }
    yield voucher;
  }
}
